//! Middleware before all routes: rate limit, origin check, security headers, log and metrics.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use protocol::RefusalCode;
use tracing::Instrument as _;
use url::{Host, Url};

use crate::app::Shared;
use crate::metrics::{Request as Counted, method_label};
use crate::people::known::Caller;
use crate::{Config, Refused};

/// The content security policy. Scripts and style sheets must come from this server, and so must the module that plays
/// without it.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' data: blob:; connect-src 'self'; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Refuses requests that come too often, or from pages of another site.
pub async fn guard(State(app): State<Shared>, caller: Caller, request: Request, next: Next) -> Response {
    // Pages are served from memory, and a club that opens them at once from one address is no attack: they have a limit
    // of their own.
    let path = request.uri().path();
    let dear = ["/api", "/feed", "/socket", "/readyz", "/metrics"].iter().any(|own| path.starts_with(own));
    let (within, what) = if dear {
        (app.limits.request(caller.source()), "requests")
    } else {
        (app.limits.page(caller.source()), "pages")
    };
    if let Err(refused) = within {
        app.metrics.limit_hit(what);
        return refused.into_response();
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (changes || request.uri().path() == "/socket") && !welcome(&app.config, request.headers()) {
        let address = caller.address;
        app.refusals.tell(|| tracing::warn!(%address, "refused a request from a page of another site"));
        let text = "this page may not use this server; open the server's own page, or let the host allow its origin";
        return Refused::new(RefusalCode::Forbidden, "origin", text).into_response();
    }
    next.run(request).await
}

/// Whether the page that sends a request may use this server. Programs other than browsers name no origin, and have no
/// cookie that a page of another site could use.
pub fn welcome(config: &Config, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let Some(origin) = text(header::ORIGIN) else {
        let site = text(HeaderName::from_static("sec-fetch-site"));
        return site.is_none_or(|site| matches!(site, "same-origin" | "none"));
    };
    let Ok(origin) = Url::parse(origin) else { return false };
    let known = |url: &Url| url.origin() == origin.origin();
    if config.public_url.iter().chain(&config.origins).any(known) {
        return true;
    }
    // Without a public address, the host that the browser used is the right one, if it is near.
    let asked = text(header::HOST).and_then(|host| Url::parse(&format!("{}://{host}", origin.scheme())).ok());
    config.public_url.is_none() && asked.is_some_and(|asked| is_near(&asked) && asked.origin() == origin.origin())
}

/// Whether a host is an address, or a name that only the network here can give. Any other name belongs to somebody, who
/// may let it point to this server and make a browser take their page for the server's own.
fn is_near(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        Some(Host::Domain(name)) => {
            let last = name.trim_end_matches('.').rsplit_once('.').map(|(_, last)| last);
            last.is_none_or(|last| matches!(last, "local" | "localhost"))
        }
        None => false,
    }
}

/// Adds the security headers.
pub async fn headers(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let kept = request.uri().path().starts_with("/api") || request.uri().path().starts_with("/feed");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=()");
    if app.config.secure() {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if kept && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Gives each request an id, and logs and counts its outcome. Only the pattern of the route is logged: the rest of the
/// address may contain tokens and invitations.
pub async fn observe(State(app): State<Shared>, caller: Caller, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let number = store::JobId::random().to_string();
    let method = method_label(request.method());
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", id = %number, method, %route);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (took, status) = (started.elapsed(), response.status().as_u16());
    span.in_scope(|| {
        let (ms, address) = (took.as_millis() as u64, caller.address);
        if response.status().is_server_error() {
            app.refusals.tell(|| tracing::error!(status, ms, %address, "answered"));
        } else if response.status().is_client_error() {
            app.refusals.tell(|| tracing::info!(status, ms, %address, "refused"));
        } else {
            tracing::debug!(status, ms, %address, "answered");
        }
    });
    app.metrics.requests.get_or_create(&Counted { method, route, status }).inc();
    app.metrics.request_seconds.observe(took.as_secs_f64());
    if let Ok(number) = HeaderValue::from_str(&number) {
        response.headers_mut().insert("x-request-id", number);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Given;

    fn config(given: Given) -> Config {
        let given = Given { secret: Some("x".repeat(32)), database_url: Some("postgres://x/y".to_owned()), ..given };
        Config::new(given).expect("a good configuration")
    }

    fn sent(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_the_servers_own_pages_are_welcome() {
        let open = config(Given::default());
        assert!(welcome(&open, &sent(&[("host", "a:7777"), ("origin", "http://a:7777")])));
        assert!(!welcome(&open, &sent(&[("host", "a:7777"), ("origin", "http://a:7778")])));
        assert!(!welcome(&open, &sent(&[("host", "a"), ("origin", "http://b")])));
        assert!(!welcome(&open, &sent(&[("host", "a"), ("origin", "null")])));
        assert!(!welcome(&open, &sent(&[("host", "a"), ("sec-fetch-site", "cross-site")])));
        assert!(welcome(&open, &sent(&[("host", "a"), ("sec-fetch-site", "same-origin")])));
        assert!(welcome(&open, &sent(&[("host", "a")])));
        for near in ["127.0.0.1:7777", "[::1]:7777", "192.168.0.7", "localhost:7777", "box.local"] {
            let headers: HeaderMap = [
                (header::HOST, HeaderValue::from_static(near)),
                (header::ORIGIN, HeaderValue::from_str(&format!("http://{near}")).expect("an origin")),
            ]
            .into_iter()
            .collect();
            assert!(welcome(&open, &headers), "{near}");
        }
        assert!(!welcome(&open, &sent(&[("host", "evil.example"), ("origin", "http://evil.example")])));
    }

    #[test]
    fn a_public_address_is_the_only_one() {
        let public_url = Some(Url::parse("https://games.example.org/").expect("an address"));
        let public = config(Given { public_url, ..Given::default() });
        assert!(welcome(&public, &sent(&[("host", "127.0.0.1:7777"), ("origin", "https://games.example.org")])));
        assert!(!welcome(&public, &sent(&[("host", "evil.example"), ("origin", "http://evil.example")])));
        let other = vec![Url::parse("https://other.example.org").expect("an address")];
        let two = config(Given { public_url: public.public_url.clone(), origins: other, ..Given::default() });
        assert!(welcome(&two, &sent(&[("host", "x"), ("origin", "https://other.example.org")])));
    }
}
