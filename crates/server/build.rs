//! Embeds the studio page: the files of the folder `ADP_STUDIO`, as `page/build.mjs` writes them to `page/dist/embed`.
//! Without the variable nothing is embedded: no build needs Node.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=ADP_STUDIO");
    let mut rows = String::new();
    if let Some(folder) = env::var_os("ADP_STUDIO").filter(|folder| !folder.is_empty()) {
        let folder = fs::canonicalize(&folder).map_err(|error| format!("ADP_STUDIO={}: {error}", folder.display()))?;
        println!("cargo:rerun-if-changed={}", folder.display());
        collect(&folder, "", &mut rows)?;
    }
    let out = env::var_os("OUT_DIR").map(PathBuf::from).ok_or("no OUT_DIR")?;
    fs::write(out.join("studio_files.rs"), format!("&[{rows}]"))?;
    Ok(())
}

/// Adds a row `("path", include_bytes!("file")),` for each file.
pub fn collect(folder: &Path, prefix: &str, rows: &mut String) -> Result<(), Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_str().ok_or("a file name is not UTF-8")?);
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), rows)?;
        } else {
            let path = entry.path();
            writeln!(rows, "({name:?}, include_bytes!({:?})),", path.to_str().ok_or("a path is not UTF-8")?)?;
        }
    }
    Ok(())
}
