use super::table::{short_table, summary};
use super::{ComparedPaper, chart};
use nucleus_base::text::escape;

/// Returns the Markdown page of all papers; charts are in `papers/NAME.svg`, tables with all columns in
/// `papers/NAME.csv`.
pub fn markdown(papers: &[ComparedPaper]) -> String {
    let mut out = include_str!("introduction.md").to_owned() + "\n" + &summary(papers).markdown();
    for paper in papers {
        let name = paper.name;
        out += &format!("\n{}", short_table(paper).markdown());
        out +=
            &format!("\n{}. [All columns](papers/{name}.csv).\n", escape::markdown(&paper.authors));
        if !paper.note.is_empty() {
            out += &format!("\n{}\n", escape::markdown(&paper.note));
        }
        if let Some(chart) = chart(paper) {
            out += &format!("\n![{}](papers/{name}.svg)\n", escape::markdown(&chart.title()));
        }
    }
    out
}
