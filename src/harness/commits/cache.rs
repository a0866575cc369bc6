//! A cache of built engines: `FOLDER/HASH-KEY/ENGINE`. The key depends on the build command and the
//! engine's path, so that another build command gives another engine.

use std::fs;
use std::path::{Path, PathBuf};

use hmac_sha256::Hash;

/// The cache of one build command.
#[derive(Debug, Clone)]
pub struct EngineCache {
    folder: PathBuf,
    key: String,
    /// The file name of the engine.
    file: String,
}

/// Returns the default folder: `nucleus/builds` in `XDG_CACHE_HOME`, `~/.cache` or `LOCALAPPDATA`.
pub fn default_folder() -> Option<PathBuf> {
    let path = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = path("XDG_CACHE_HOME")
        .or_else(|| path("HOME").map(|home| home.join(".cache")))
        .or_else(|| path("LOCALAPPDATA"))?;
    Some(base.join("nucleus").join("builds"))
}

impl EngineCache {
    /// Opens a cache folder, and creates it if necessary.
    ///
    /// # Errors
    /// If it cannot be created, or the engine's path has no file name.
    pub fn open(folder: &Path, build: &str, program: &str) -> Result<Self, String> {
        let file = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
        let file = file.ok_or_else(|| format!("--bin `{program}` names no file"))?;
        let fail = |e: std::io::Error| format!("cannot make the folder {}: {e}", folder.display());
        fs::create_dir_all(folder).map_err(fail)?;
        // Programs are started in other folders, so the path must be absolute.
        let folder = fs::canonicalize(folder).map_err(fail)?;
        let digest = Hash::hash(format!("{build}\0{program}").as_bytes());
        let key = nucleus_base::text::hex(&digest[..6]);
        Ok(Self { folder, key, file })
    }

    /// Returns the cache folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn place(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("{hash}-{}", self.key))
    }

    /// Returns the path of a commit's build output, which is kept if the build failed.
    pub fn log(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("{hash}-{}.log", self.key))
    }

    /// Returns the engine of a commit, if it is in the cache.
    pub fn kept(&self, hash: &str) -> Option<PathBuf> {
        Some(self.place(hash).join(&self.file)).filter(|path| path.is_file())
    }

    /// Stores an engine atomically, even if two runs build it at the same time.
    ///
    /// # Errors
    /// If it cannot be copied.
    pub fn keep(&self, hash: &str, built: &Path) -> Result<PathBuf, String> {
        let fail = |e: std::io::Error| format!("cannot keep {}: {e}", built.display());
        let folder = tempfile::tempdir_in(&self.folder).map_err(fail)?;
        fs::copy(built, folder.path().join(&self.file)).map_err(fail)?;
        let moved = fs::rename(folder.path(), self.place(hash));
        match (moved, self.kept(hash)) {
            (_, Some(path)) => Ok(path),
            (Err(e), None) => Err(fail(e)),
            (Ok(()), None) => Err(format!("{} was removed", self.place(hash).display())),
        }
    }
}
