//! Webhooks: calls an address that a user gave, but never one inside the host's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::OnceLock;
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use sha2::Sha256;
use url::{Host, Url};

use super::Unsent;
use super::push::{self, PushKey};

/// How long the other side may take to answer.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(5);

/// Calls addresses. It follows no redirects, uses no proxy, and connects only to addresses that it has checked.
#[derive(Clone)]
pub struct Webhooks {
    client: reqwest::Client,
    private: bool,
}

impl Webhooks {
    /// A client that calls private addresses only if the host allows it.
    pub fn new(private: bool) -> Result<Webhooks, reqwest::Error> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls())
            .redirect(Policy::none())
            .no_proxy()
            .timeout(WEBHOOK_TIMEOUT)
            .connect_timeout(WEBHOOK_TIMEOUT)
            .pool_max_idle_per_host(0)
            .user_agent(concat!("Quipu/", env!("CARGO_PKG_VERSION")))
            .dns_resolver(PublicResolver { private })
            .build()?;
        Ok(Webhooks { client, private })
    }

    /// Calls an address with a signed body.
    pub(super) async fn call(&self, url: &str, key: &str, delivery: &str, at: i64, body: String) -> Result<(), Unsent> {
        let url = Url::parse(url).map_err(|error| Unsent::Never(error.to_string()))?;
        allowed(&url, self.private).map_err(|why| Unsent::Never(why.to_owned()))?;
        let seconds = at / 1000;
        let request = self.client.post(url).header("content-type", "application/json");
        let request = request.header("x-quipu-timestamp", seconds.to_string()).header("x-quipu-delivery", delivery);
        let request = request.header("x-quipu-signature", signature(key, seconds, &body)).body(body);
        // The address may contain a secret, so it is not logged.
        let answer = request.send().await.map_err(|error| Unsent::Later(chain(&error.without_url())))?;
        match answer.status() {
            status if status.is_success() => Ok(()),
            reqwest::StatusCode::GONE => Err(Unsent::Never("the address is gone (410)".to_owned())),
            status => Err(Unsent::Later(format!("the address answered {status}"))),
        }
    }
}

impl Webhooks {
    /// Hands a message to a push service. `ttl` says for how many seconds it is worth keeping while the browser is
    /// away, `topic` which older message it replaces. Returns `false` if the browser has gone.
    pub(super) async fn push(
        &self,
        endpoint: &str,
        key: &PushKey,
        (topic, ttl): (&str, i64),
        at: i64,
        body: Vec<u8>,
    ) -> Result<bool, Unsent> {
        let url = push::endpoint(endpoint, self.private).map_err(|why| Unsent::Never(why.to_owned()))?;
        let unsigned = || Unsent::Never("the message cannot be signed".to_owned());
        let request = self.client.post(url.clone()).header("content-type", "application/octet-stream");
        let request = request.header("content-encoding", "aes128gcm").header("ttl", ttl.max(0).to_string());
        let request = request.header("topic", topic).header("urgency", "normal");
        let request = request.header("authorization", key.authorization(&url, at).ok_or_else(unsigned)?).body(body);
        let answer = request.send().await.map_err(|error| Unsent::Later(chain(&error.without_url())))?;
        match answer.status() {
            status if status.is_success() => Ok(true),
            reqwest::StatusCode::NOT_FOUND | reqwest::StatusCode::GONE => Ok(false),
            status @ (reqwest::StatusCode::REQUEST_TIMEOUT | reqwest::StatusCode::TOO_MANY_REQUESTS) => {
                Err(Unsent::Later(format!("the push service answered {status}")))
            }
            // A message or signature that it does not take it will not take the next time either.
            status if status.is_client_error() => Err(Unsent::Never(format!("the push service answered {status}"))),
            status => Err(Unsent::Later(format!("the push service answered {status}"))),
        }
    }

    /// Calls an address without checking its text, so that tests reach the check of resolved names.
    #[doc(hidden)]
    pub async fn call_unchecked(&self, url: &str) -> Result<(), String> {
        self.client.post(url).send().await.map(drop).map_err(|error| chain(&error))
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

/// How this program speaks TLS to others: by ring, with the system's certificates.
pub fn tls() -> rustls::ClientConfig {
    static TLS: OnceLock<rustls::ClientConfig> = OnceLock::new();
    let make = || {
        let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
        let mut roots = rustls::RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let versions = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        versions.expect("ring knows the versions of TLS").with_root_certificates(roots).with_no_client_auth()
    };
    TLS.get_or_init(make).clone()
}

/// The value of `X-Quipu-Signature`: whoever knows the key can check that time and body are ours.
pub fn signature(key: &str, seconds: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("a key of any length");
    mac.update(format!("{seconds}.{body}").as_bytes());
    format!("sha256={}", hex::encode(mac.finalize().into_bytes()))
}

const PRIVATE: &str = "the address is private, which this host does not allow";

/// Refuses addresses that may not be called, by their text. Names are checked when they are resolved.
pub fn allowed(url: &Url, private: bool) -> Result<(), &'static str> {
    let fine = match url.host() {
        None => return Err("the address names no host"),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name != "localhost" && !name.ends_with(".localhost")
        }
        Some(Host::Ipv4(ip)) => public(ip.into()),
        Some(Host::Ipv6(ip)) => public(ip.into()),
    };
    if fine || private { Ok(()) } else { Err(PRIVATE) }
}

/// Resolves names, and returns only addresses that may be called; connections use one of those.
struct PublicResolver {
    private: bool,
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let private = self.private;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> = found.filter(|address| private || public(address.ip())).collect();
            if allowed.is_empty() {
                return Err(PRIVATE.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is public.
pub fn public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(v4) => public_v4(v4),
        IpAddr::V6(v6) => public_v6(v6),
    }
}

fn public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    !(ip.is_private() || ip.is_loopback() || ip.is_link_local() || ip.is_documentation())
        && a != 0
        && a < 224
        && !(a == 100 && (64..128).contains(&b))
        && !(a == 192 && b == 0 && c == 0)
        && !(a == 192 && b == 88 && c == 99)
        && !(a == 198 && (18..20).contains(&b))
}

/// Everything in the global unicast block, except documentation ranges and ranges that embed an IPv4 address.
fn public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    let documentation = (a == 0x2001 && b == 0x0db8) || (a == 0x3fff && b < 0x1000);
    let special = a == 0x2001 && b < 0x0200;
    a & 0xe000 == 0x2000 && !documentation && !special && a != 0x2002
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_open_internet_are_public() {
        for ip in ["1.1.1.1", "93.184.215.14", "2606:2800:21f::1", "100.128.0.1"] {
            assert!(public(ip.parse().expect("an address")), "{ip}");
        }
        for ip in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::1",
            "2001:db8::1",
            "2001::1",
            "ff02::1",
        ] {
            assert!(!public(ip.parse().expect("an address")), "{ip}");
        }
    }

    #[test]
    fn private_addresses_are_refused_by_their_text() {
        for text in [
            "http://127.0.0.1/",
            "http://localhost:1/",
            "http://a.localhost/",
            "http://0x7f.1/",
            "http://[::1]/",
            "http://2130706433/",
        ] {
            let url = Url::parse(text).expect("an address");
            assert!(allowed(&url, false).is_err() && allowed(&url, true).is_ok(), "{text}");
        }
        assert!(allowed(&Url::parse("https://example.org/x").expect("an address"), false).is_ok());
    }

    #[test]
    fn a_signature_is_the_hmac_of_time_and_body() {
        // printf '1700000000.{}' | openssl dgst -sha256 -hmac key
        let expected = "sha256=9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae";
        assert_eq!(signature("key", 1_700_000_000, "{}"), expected);
    }
}
