//! The web client: embedded in the binary, or in a folder that the host names.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::{fs, io};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use flate2::read::GzDecoder;

/// A file of the web client, with its compressed forms.
#[derive(Clone, Debug)]
struct Asset {
    bytes: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

/// A file of the web client as `build.rs` lists it; the path is relative to the client's folder.
struct Embedded {
    path: &'static str,
    /// Missing where there is a gzip form, which holds the same.
    plain: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

// The list is empty unless the server is built with the feature `client`.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The page that is shown if the client is missing.
const MISSING: &str = include_str!("assets/missing.html");

/// The built web client, by the paths of its files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client(BTreeMap<String, Asset>);

impl Client {
    /// The client that is embedded in the binary.
    pub(crate) fn embedded() -> Client {
        let asset = |file: &Embedded| Asset {
            bytes: file.plain.map_or_else(|| unpacked(file.gzip.unwrap_or_default()), Bytes::from_static),
            gzip: file.gzip.map(Bytes::from_static),
            brotli: file.brotli.map(Bytes::from_static),
        };
        Client(EMBEDDED.iter().map(|file| (file.path.to_owned(), asset(file))).collect())
    }

    /// The client in a folder, such as `web/dist`. It is read once: restart the server after building the client again.
    pub(crate) fn read(folder: &Path) -> io::Result<Client> {
        let mut files = BTreeMap::new();
        collect(folder, "", &mut files)?;
        if !files.contains_key("index.html") {
            return Err(io::Error::new(io::ErrorKind::NotFound, "there is no index.html in it"));
        }
        let packed = |path: &str, ending: &str| files.get(&format!("{path}.{ending}")).cloned();
        let asset = |path: &str, bytes: &Bytes| Asset {
            bytes: bytes.clone(),
            gzip: packed(path, "gz"),
            brotli: packed(path, "br"),
        };
        Ok(Client(files.iter().map(|(path, bytes)| (path.clone(), asset(path, bytes))).collect()))
    }

    /// The file at a path, or `index.html`, from which the client routes by itself.
    pub(crate) fn page(&self, path: &str, asked: &HeaderMap) -> Response {
        let name = path.trim_start_matches('/');
        if let Some(asset) = self.0.get(name) {
            return answer(name, asset, asked);
        }
        // A missing script must not be answered with a page: the browser would run it as a script.
        if name.starts_with("assets/") {
            return (StatusCode::NOT_FOUND, "there is no such file; reload the page\n").into_response();
        }
        match self.0.get("index.html") {
            Some(index) => answer("index.html", index, asked),
            None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], MISSING).into_response(),
        }
    }
}

/// What a gzip form holds.
fn unpacked(gzip: &[u8]) -> Bytes {
    let mut bytes = Vec::new();
    match GzDecoder::new(gzip).read_to_end(&mut bytes) {
        Ok(_) => bytes.into(),
        Err(error) => unreachable!("the build has packed it: {error}"),
    }
}

/// Reads every file below a folder, by its relative path.
fn collect(folder: &Path, name: &str, files: &mut BTreeMap<String, Bytes>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(own) = entry.file_name().into_string() else { continue };
        let name = if name.is_empty() { own } else { format!("{name}/{own}") };
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &name, files)?;
        } else {
            files.insert(name, fs::read(entry.path())?.into());
        }
    }
    Ok(())
}

fn answer(path: &str, asset: &Asset, asked: &HeaderMap) -> Response {
    let accepted = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts = |name: &str| {
        let part = accepted.split(',').map(str::trim).find(|part| part.split(';').next() == Some(name));
        part.is_some_and(|part| !part.replace(' ', "").ends_with(";q=0"))
    };
    let (bytes, encoding) = match asset {
        Asset { brotli: Some(bytes), .. } if accepts("br") => (bytes, Some("br")),
        Asset { gzip: Some(bytes), .. } if accepts("gzip") => (bytes, Some("gzip")),
        _ => (&asset.bytes, None),
    };
    let mut response = Body::from(bytes.clone()).into_response();
    let headers = response.headers_mut();
    let kind = mime_guess::from_path(path).first_raw().unwrap_or("application/octet-stream");
    let text = kind.starts_with("text/") || kind.ends_with("javascript") || kind.ends_with("json");
    let kind = if text { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    headers.extend(HeaderValue::from_str(&kind).ok().map(|kind| (header::CONTENT_TYPE, kind)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    // The file names under assets/ contain the hash of their content.
    let hashed = path.starts_with("assets/");
    let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn what_is_kept_packed_is_unpacked_whole() {
        let page = b"<!doctype html>".repeat(1000);
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&page).unwrap();
        assert_eq!(unpacked(&packer.finish().unwrap()), page);
    }
}
