//! `site.toml`: what a site of another project is called, and what it is about.

use std::path::PathBuf;

use serde::Deserialize;

use super::super::Error;
use nucleus_base::text;

/// The file's name, in the first folder of records that has one.
pub const FILE: &str = "site.toml";

/// The contents of the file; every key may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SiteConfig {
    /// Title of the first page [default: of ours, else the name of the project's folder].
    pub title: Option<String>,
    /// Sentence under the title.
    pub about: Option<String>,
    /// Name of the engine that rows are about where none is ours [default: the last of a record].
    pub ours: Option<String>,
    /// Name of the engine that ratios are to [default: the first of a record].
    pub reference: Option<String>,
}

/// Reads the file of the first of these folders that has one.
///
/// # Errors
/// When there is one that cannot be read, or has another key.
pub fn read(paths: &[PathBuf]) -> Result<SiteConfig, Error> {
    let Some(path) = paths.iter().map(|path| path.join(FILE)).find(|path| path.is_file()) else {
        return Ok(SiteConfig::default());
    };
    let text = nucleus_base::files::read_to_string(&path)
        .map_err(|source| Error::Read { path: path.clone(), source })?;
    toml::from_str(&text).map_err(|fault| {
        Error::Name(format!("{}: {}", path.display(), fault.to_string().trim_end()))
    })
}

/// Returns the title of a site of others' records: the name of the git repository's folder at hand.
pub fn project_title() -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let top = here.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&here);
    let name = top.file_name().unwrap_or("Comparisons".as_ref()).to_string_lossy();
    text::name(&format!("{name}: results"))
}
