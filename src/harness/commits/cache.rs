//! Cache of built engines: `FOLDER/HASH-KEY/ENGINE`, the key being of the build command and the
//! engine's place, so that another way of building is another engine.

use std::fs;
use std::path::{Path, PathBuf};

use hmac_sha256::Hash;

/// The folder of one way of building.
#[derive(Debug, Clone)]
pub struct EngineCache {
    folder: PathBuf,
    key: String,
    /// The engine's file without its folders.
    file: String,
}

/// The usual folder: `nucleus/builds` in `XDG_CACHE_HOME`, `~/.cache` or `LOCALAPPDATA`.
pub fn default_folder() -> Option<PathBuf> {
    let of = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = of("XDG_CACHE_HOME")
        .or_else(|| of("HOME").map(|home| home.join(".cache")))
        .or_else(|| of("LOCALAPPDATA"))?;
    Some(base.join("nucleus").join("builds"))
}

impl EngineCache {
    /// Opens, or makes, a folder of engines.
    ///
    /// # Errors
    /// When it cannot be made, or the engine's place has no file name.
    pub fn open(folder: &Path, build: &str, program: &str) -> Result<Self, String> {
        let file = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
        let file = file.ok_or_else(|| format!("--bin `{program}` names no file"))?;
        let said = |e: std::io::Error| format!("cannot make the folder {}: {e}", folder.display());
        fs::create_dir_all(folder).map_err(said)?;
        // Programs are started from elsewhere.
        let folder = fs::canonicalize(folder).map_err(said)?;
        let digest = Hash::hash(format!("{build}\0{program}").as_bytes());
        let key = nucleus_base::text::hex(&digest[..6]);
        Ok(Self { folder, key, file })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn place(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("{hash}-{}", self.key))
    }

    /// Returns the path of a commit's build output, which is kept when the build failed.
    pub fn log(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("{hash}-{}.log", self.key))
    }

    /// The engine of a commit, if it is kept.
    pub fn kept(&self, hash: &str) -> Option<PathBuf> {
        Some(self.place(hash).join(&self.file)).filter(|path| path.is_file())
    }

    /// Keeps an engine: whole or not at all, also when two runs build it at the same time.
    ///
    /// # Errors
    /// When it cannot be copied.
    pub fn keep(&self, hash: &str, built: &Path) -> Result<PathBuf, String> {
        let said = |e: std::io::Error| format!("cannot keep {}: {e}", built.display());
        let folder = tempfile::tempdir_in(&self.folder).map_err(said)?;
        fs::copy(built, folder.path().join(&self.file)).map_err(said)?;
        let moved = fs::rename(folder.path(), self.place(hash));
        match (moved, self.kept(hash)) {
            (_, Some(path)) => Ok(path),
            (Err(e), None) => Err(said(e)),
            (Ok(()), None) => Err(format!("{} is gone", self.place(hash).display())),
        }
    }
}
