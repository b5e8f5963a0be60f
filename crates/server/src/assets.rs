//! The pages of the browser, which are inside the binary.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

/// A file of the web client, as it was built.
struct Asset {
    /// Its path from the client's folder, with `/` between the parts.
    path: &'static str,
    bytes: &'static [u8],
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

// The list is sorted by path. It is empty where the client was not built when the server was.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// What there is to see where the client is missing.
const MISSING: &str = include_str!("assets/missing.html");

fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok().map(|at| &ASSETS[at])
}

/// The file at a path, else the page from which the client finds its own way.
pub(crate) fn page(path: &str, asked: &HeaderMap) -> Response {
    let name = path.trim_start_matches('/');
    if let Some(asset) = find(name).filter(|_| !name.is_empty()) {
        return answer(asset, asked, StatusCode::OK);
    }
    // A script that is not there must not be answered with a page: the browser would read it as one.
    if name.starts_with("assets/") {
        return (StatusCode::NOT_FOUND, "there is no such file; load the page anew\n").into_response();
    }
    match find("index.html") {
        Some(index) => answer(index, asked, StatusCode::OK),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], MISSING).into_response(),
    }
}

fn answer(asset: &'static Asset, asked: &HeaderMap, status: StatusCode) -> Response {
    let accepted = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts = |name: &str| {
        let part = accepted.split(',').map(str::trim).find(|part| part.split(';').next() == Some(name));
        part.is_some_and(|part| !part.replace(' ', "").ends_with(";q=0"))
    };
    let (bytes, encoding) = match asset {
        Asset { brotli: Some(bytes), .. } if accepts("br") => (*bytes, Some("br")),
        Asset { gzip: Some(bytes), .. } if accepts("gzip") => (*bytes, Some("gzip")),
        _ => (asset.bytes, None),
    };
    let mut response = (status, Body::from(bytes)).into_response();
    let headers = response.headers_mut();
    let kind = mime_guess::from_path(asset.path).first_raw().unwrap_or("application/octet-stream");
    let text = kind.starts_with("text/") || kind.ends_with("javascript") || kind.ends_with("json");
    let kind = if text { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    headers.extend(HeaderValue::from_str(&kind).ok().map(|kind| (header::CONTENT_TYPE, kind)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    // The names of files under assets/ hold the hash of what is in them.
    let hashed = asset.path.starts_with("assets/");
    let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}
