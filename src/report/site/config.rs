//! `site.toml`: title, introduction, engine and reference of a site for another project.

use std::path::PathBuf;

use serde::Deserialize;

use super::super::Error;
use nucleus_base::text;

/// The file's name, in the first folder of records that has one.
pub const FILE: &str = "site.toml";

/// The contents of the file; every key is optional.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SiteConfig {
    /// The title of the first page; by default `Nucleus: results`, or `PROJECT: results`.
    pub title: Option<String>,
    /// The sentence under the title.
    pub about: Option<String>,
    /// The engine that is compared in records without ours; by default the last of a record.
    pub ours: Option<String>,
    /// The engine that ratios refer to; by default the first of a record.
    pub reference: Option<String>,
}

/// Reads the file of the first of these folders that has one.
///
/// # Errors
/// If the file cannot be read or has an unknown key.
pub fn read(paths: &[PathBuf]) -> Result<SiteConfig, Error> {
    let Some(path) = paths.iter().map(|path| path.join(FILE)).find(|path| path.is_file()) else {
        return Ok(SiteConfig::default());
    };
    let text = nucleus_base::files::read_to_string(&path)
        .map_err(|source| Error::Read { path: path.clone(), source })?;
    toml::from_str(&text).map_err(|error| {
        Error::Name(format!("{}: {}", path.display(), error.to_string().trim_end()))
    })
}

/// Returns the title of a site without our engine: `NAME: results` by the git repository's folder.
pub fn project_title() -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let top = here.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&here);
    let name = top.file_name().unwrap_or("Comparisons".as_ref()).to_string_lossy();
    text::name(&format!("{name}: results"))
}
