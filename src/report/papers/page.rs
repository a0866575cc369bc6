use super::table::{summary, table};
use super::{ComparedPaper, chart};
use nucleus_base::text::escape;

/// Words above the tables.
const INTRODUCTION: &str = "Every printed figure of the four papers behind Nucleus beside ours, made by `nucleus reproduce \
--write` from the records of this folder: published, ours with its 95 % interval over draws, seeds and runs, and a \
verdict.

- **reproduced**: the printed value lies in our interval, of a claim of at least so much our interval above it. An \
interval over draws of positions is where one more draw lies, since the paper has one draw.
- **differs**: it does not; the reason names the experiment behind it.
- **not decided**: nothing measured yet, with the unit that does it, or an interval too wide.
- **cannot be tested**, and why.
- **not printed**: the paper asks the question and has no figure; ours is measured.

The lists of printed figures are `reports/papers/*.toml`, the records of the units `reports/papers/*.json` \
(docs/schemas/reproduce.json); speeds come from the records of `nucleus compare`. `nucleus reproduce --run [--budget HOURS] [--unit NAME]` makes them anew.
";

/// The page of all papers as Markdown, with a chart each; the charts are the files `papers/NAME.svg`.
pub fn markdown(papers: &[ComparedPaper]) -> String {
    let mut out = format!("# Published and ours\n\n{INTRODUCTION}\n{}", summary(papers).markdown());
    for paper in papers {
        out += &format!("\n{}", table(paper).markdown());
        out += &format!("\n{}.\n", escape::markdown(&paper.authors));
        if let Some(chart) = chart(paper) {
            let name = paper.name;
            out += &format!("\n![{}](papers/{name}.svg)\n", escape::markdown(&chart.title()));
        }
    }
    out
}
