//! Web Push: messages to browsers that are closed (RFC 8030), encrypted for the browser alone (RFC 8291), and signed
//! with a key of the host's own (RFC 8292).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::NewPush;
use ring::aead::{AES_128_GCM, AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use store::{PushSubscription, Store};
use url::Url;

use super::webhook::allowed;
use crate::Config;

/// The name under which the store keeps the key.
const NAME: &str = "push";

/// How long a signature is valid, in seconds; at most a day is allowed.
const SIGNATURE_LASTS: i64 = 12 * 60 * 60;

/// The longest address of a push service.
const MOST_ENDPOINT: usize = 1000;

/// The key by which push services know this host. It is made at the first start, and kept in the database for all
/// nodes, sealed with the server's key: a stolen database sends nobody anything.
pub struct PushKey {
    pair: EcdsaKeyPair,
    contact: Option<String>,
}

/// A key cannot be read or made; there is nothing to say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unusable;

impl From<ring::error::Unspecified> for Unusable {
    fn from(_: ring::error::Unspecified) -> Unusable {
        Unusable
    }
}

impl From<ring::error::KeyRejected> for Unusable {
    fn from(_: ring::error::KeyRejected) -> Unusable {
        Unusable
    }
}

impl PushKey {
    /// The key of this host, which is made if there is none. One that was sealed with another key of the server is
    /// replaced; browsers subscribe anew then.
    pub(crate) async fn open(config: &Config, store: &Store) -> Result<PushKey, store::Error> {
        let unusable = |Unusable| store::Error::Damaged("the key for Web Push cannot be used".to_owned());
        let secret = config.secret.derived("push");
        let contact = contact(config);
        let known = store.host_key(NAME).await?;
        if let Some(pair) = known.as_deref().and_then(|sealed| unseal(&secret, sealed).ok()) {
            return Ok(PushKey { pair, contact });
        }
        let made = seal(&secret, &SystemRandom::new()).map_err(unusable)?;
        let kept = store.keep_host_key(NAME, known.as_deref(), &made).await?;
        Ok(PushKey { pair: unseal(&secret, &kept).map_err(unusable)?, contact })
    }

    /// The public half, as browsers want it.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// The signature that says who sends a message to a push service.
    pub(super) fn authorization(&self, endpoint: &Url, now: i64) -> Option<String> {
        let mut claims = serde_json::json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": now / 1000 + SIGNATURE_LASTS,
        });
        if let Some(contact) = &self.contact {
            claims["sub"] = contact.as_str().into();
        }
        let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&serde_json::json!({ "typ": "JWT", "alg": "ES256" })), part(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        Some(format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature), self.public()))
    }
}

/// Whom a push service may ask about this server: its address, or that of its mail.
fn contact(config: &Config) -> Option<String> {
    let page = config.public_url.as_ref().filter(|url| url.scheme() == "https").map(Url::to_string);
    page.or_else(|| config.smtp.as_ref().map(|smtp| format!("mailto:{}", smtp.from.email)))
}

fn sealing(secret: &[u8; 32]) -> Result<LessSafeKey, Unusable> {
    Ok(LessSafeKey::new(UnboundKey::new(&AES_256_GCM, secret)?))
}

/// A new key pair, sealed: a nonce, then the key.
fn seal(secret: &[u8; 32], random: &SystemRandom) -> Result<Vec<u8>, Unusable> {
    let mut nonce = [0; NONCE_LEN];
    random.fill(&mut nonce)?;
    let pair = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, random)?;
    let mut sealed = pair.as_ref().to_vec();
    let nonce_used = Nonce::assume_unique_for_key(nonce);
    sealing(secret)?.seal_in_place_append_tag(nonce_used, Aad::from(NAME), &mut sealed)?;
    Ok([&nonce[..], &sealed].concat())
}

fn unseal(secret: &[u8; 32], sealed: &[u8]) -> Result<EcdsaKeyPair, Unusable> {
    let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN).ok_or(Unusable)?;
    let mut opened = sealed.to_vec();
    let nonce = Nonce::try_assume_unique_for_key(nonce)?;
    let pair = sealing(secret)?.open_in_place(nonce, Aad::from(NAME), &mut opened)?;
    Ok(EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pair, &SystemRandom::new())?)
}

/// The address of a push service, which must be on the open internet and speak TLS; where the host allows private
/// addresses, neither.
pub(crate) fn endpoint(text: &str, private: bool) -> Result<Url, &'static str> {
    const WRONG: &str = "the address of a push service begins with https";
    let url = Url::parse(text).map_err(|_| WRONG)?;
    let secure = url.scheme() == "https" || private && url.scheme() == "http";
    if !secure || text.len() > MOST_ENDPOINT || !url.username().is_empty() || url.password().is_some() {
        return Err(WRONG);
    }
    allowed(&url, private)?;
    Ok(url)
}

/// The two keys of a browser that wants to subscribe.
pub(crate) fn keys(new: &NewPush) -> Result<(Vec<u8>, Vec<u8>), &'static str> {
    const WRONG: &str = "these are no keys of a browser";
    let read = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| WRONG);
    let (p256dh, auth) = (read(&new.keys.p256dh)?, read(&new.keys.auth)?);
    // A message is encrypted to see whether the point is on the curve.
    if auth.len() != 16 || p256dh.len() != 65 || encrypted(&p256dh, &auth, b"").is_none() {
        return Err(WRONG);
    }
    Ok((p256dh, auth))
}

/// A message that only the browser can read.
pub(super) fn message(to: &PushSubscription, text: &str) -> Option<Vec<u8>> {
    encrypted(&to.p256dh, &to.auth, text.as_bytes())
}

/// The length of derived bytes.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derived<const N: usize>(from: &Prk, info: &[&[u8]]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    from.expand(info, Length(N)).and_then(|derived| derived.fill(&mut bytes)).ok()?;
    Some(bytes)
}

/// One record of `aes128gcm` for a browser's keys (RFC 8291, section 3.4; RFC 8188, section 2).
fn encrypted(p256dh: &[u8], auth: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    const RECORD: u32 = 4096;
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt).ok()?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
    let public = own.compute_public_key().ok()?;
    let public = public.as_ref();
    let theirs = agreement::UnparsedPublicKey::new(&ECDH_P256, p256dh);
    let shared =
        agreement::agree_ephemeral(own, &theirs, |shared| Salt::new(HKDF_SHA256, auth).extract(shared)).ok()?;
    let material: [u8; 32] = derived(&shared, &[b"WebPush: info\0", p256dh, public])?;
    let keys = Salt::new(HKDF_SHA256, &salt).extract(&material);
    let key: [u8; 16] = derived(&keys, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; NONCE_LEN] = derived(&keys, &[b"Content-Encoding: nonce\0"])?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
    // The last record of a message ends with a two.
    let mut record = [text, &[2]].concat();
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).ok()?;
    let length = u8::try_from(public.len()).ok()?;
    Some([&salt[..], &RECORD.to_be_bytes(), &[length], public, &record].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_push_services_on_the_open_internet_are_called() {
        for wrong in [
            "http://push.example.org/x",
            "https://127.0.0.1/x",
            "https://localhost/x",
            "https://10.0.0.1/x",
            "https://[::1]/x",
            "https://user@push.example.org/x",
            "ftp://push.example.org/x",
            "nonsense",
        ] {
            assert!(endpoint(wrong, false).is_err(), "{wrong}");
        }
        assert!(endpoint("https://push.example.org/x", false).is_ok());
        assert!(endpoint(&format!("https://push.example.org/{}", "x".repeat(1000)), false).is_err());
        assert!(endpoint("http://127.0.0.1:1/x", true).is_ok());
    }

    #[test]
    fn a_key_opens_with_the_secret_that_sealed_it() {
        let sealed = seal(&[1; 32], &SystemRandom::new()).expect("a key");
        let public = |secret| unseal(secret, &sealed).map(|pair| pair.public_key().as_ref().to_vec());
        assert_eq!(public(&[1; 32]), public(&[1; 32]));
        assert_eq!(public(&[2; 32]), Err(Unusable));
        assert_eq!(unseal(&[1; 32], b"short").err(), Some(Unusable));
    }
}
