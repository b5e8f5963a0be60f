//! The site that a release has: the page that plays without a server, and the documentation below `docs`.

use anyhow::{Result, ensure};

use super::{Lacks, VERSION, copy_folder, fresh, pack};
use crate::{docs, wasm};

/// Makes both, with the links of the documentation checked, and packs them.
pub(super) fn make(check: bool) -> Result<Lacks> {
    if !docs::ready() {
        return Ok(vec![format!("NOT MADE: the site: {}", docs::MISSING)]);
    }
    if !wasm::dist(check)? {
        return Ok(vec![format!("NOT MADE: the site: {}", wasm::MISSING)]);
    }
    ensure!(docs::run()?, "the documentation has faults; they stand above");
    let name = format!("quipu-{VERSION}-site");
    let site = fresh(&name)?;
    copy_folder(&wasm::site(), &site)?;
    copy_folder(&docs::site(), &site.join("docs"))?;
    for page in ["index.html", "docs/index.html", "docs/docs/self-hosting.html", "docs/api/quipu_engine/index.html"] {
        ensure!(site.join(page).is_file(), "the site has no {page}");
    }
    println!("ok  {} has the page and the documentation", pack(&name, false)?.display());
    Ok(Lacks::new())
}
