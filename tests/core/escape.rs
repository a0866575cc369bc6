//! Escaping of text from outside for terminals, Markdown, XML and tables.

use nucleus_base::text::escape::{csv, markdown, terminal, xml};

#[test]
fn each_form_shows_the_text_and_nothing_else() {
    assert_eq!(terminal("a\x1b[31mb\u{202e}\n"), "a[31mb\n");
    assert_eq!(
        markdown("[x](javascript:1) <b> a|b *c* `d`"),
        "\\[x\\](javascript:1) &lt;b&gt; a\\|b \\*c\\* \\`d\\`"
    );
    assert_eq!(markdown("nucleus_axon _x_ a\\"), "nucleus_axon \\_x\\_ a\\\\");
    assert_eq!(markdown("see http://x WWW.x.org me@x"), "see http\\://x WWW\\.x.org me@&#8203;x");
    assert_eq!(
        markdown("@everyone (@a/b) &#64;x"),
        "@&#8203;everyone (@&#8203;a/b) &amp;#&#8203;64;x"
    );
    assert_eq!(markdown("#1 a/b#2 GH-3 gh-4"), "\\#&#8203;1 a/b#&#8203;2 GH-&#8203;3 gh-&#8203;4");
    assert_eq!(markdown("# one\n- two"), "\\# one - two");
    assert_eq!(xml("<a b=\"c\">&'\0"), "&lt;a b=&quot;c&quot;&gt;&amp;'");
    for formula in ["=1+1", "+1", "-1", "@SUM", " =1", "\t=1"] {
        assert_eq!(csv(formula), format!("'{formula}"));
    }
    assert_eq!(csv("a=b"), "a=b");
}

#[test]
fn ordinary_names_stay_readable() {
    for name in ["Stockfish 15.1 (64bit SSE2)", "Intel(R) Core(TM) i7-8700 @3", "start/paper"] {
        assert_eq!(markdown(name).replace("&#8203;", ""), name);
    }
    for name in ["Intel(R) Xeon(R) Processor @ 2.80GHz (Ice Lake-SP, 6-106-6)", "me @\t1 @"] {
        assert_eq!(markdown(name).replace('\\', ""), name.replace('\t', " "), "no mention");
    }
}
