//! Mail, to people who have confirmed their address.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use sha2::Sha256;
use store::PersonId;

use super::Unsent;
use super::digest::Told;
use crate::config::Smtp;
use crate::people::names::Language;
use crate::people::token;
use crate::{App, Refused};

/// How long the mail server may take to answer.
const SMTP_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends mail.
#[derive(Clone)]
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// A mail.
pub(super) struct Email {
    subject: String,
    text: String,
    /// The link to unsubscribe.
    stop: Option<String>,
}

impl Mail {
    /// A sender for the configured mail server.
    pub fn new(smtp: &Smtp) -> Result<Mail, Error> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&smtp.url)?.timeout(Some(SMTP_TIMEOUT)).build();
        Ok(Mail { transport, from: smtp.from.clone() })
    }

    /// Sends a mail.
    pub(super) async fn send(&self, to: &str, email: Email) -> Result<(), Unsent> {
        let never = |error: &dyn std::fmt::Display| Unsent::Never(error.to_string());
        let to = to.parse().map_err(|error: lettre::address::AddressError| never(&error))?;
        let mut message = Message::builder().from(self.from.clone()).to(Mailbox::new(None, to)).subject(email.subject);
        if let Some(stop) = email.stop {
            let header =
                |name: &'static str, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
            message = message.raw_header(header("List-Unsubscribe", format!("<{stop}>")));
            message = message.raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        let message = message.header(ContentType::TEXT_PLAIN).body(email.text).map_err(|error| never(&error))?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err(never(&error)),
            Err(error) => Err(Unsent::Later(error.to_string())),
        }
    }
}

/// The code that proves that a link is ours. It is valid for one person, one purpose and one address.
fn code(app: &App, purpose: &str, person: PersonId, address: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&app.config.secret.derived("mail")).expect("a key of any length");
    mac.update(format!("{purpose} {person} {address}").as_bytes());
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

fn way(app: &App, purpose: &str, person: PersonId, address: &str) -> String {
    let code = code(app, purpose, person, address);
    format!("{}api/mail/{purpose}?person={person}&code={code}", app.config.base_url())
}

/// The mail that says what waits for somebody.
pub(super) fn told(app: &App, (person, address): (PersonId, &str), language: Language, told: &Told) -> Email {
    let stop = way(app, "stop", person, address);
    let subject = told.subject.clone();
    let lines: Vec<String> = told.items.iter().map(|item| format!("{}:\n{}\n", item.text, item.link)).collect();
    let lines = lines.join("\n");
    let no_more = match language {
        Language::English => "Unsubscribe",
        Language::Italian => "Annulla l’iscrizione",
        Language::Spanish => "Cancelar la suscripción",
    };
    Email { text: format!("{lines}\n-- \n{no_more}: {stop}\n"), subject, stop: Some(stop) }
}

/// The mail that asks for confirmation of an address.
pub(super) fn confirmation(app: &App, person: PersonId, address: &str, language: Language) -> Email {
    let yes = way(app, "confirm", person, address);
    let (subject, text) = match language {
        Language::English => (
            "Confirm your mail address for Quipu",
            "Somebody, probably you, wants Quipu to send you a mail when it is your turn. To confirm, open this page:",
        ),
        Language::Italian => (
            "Conferma il tuo indirizzo email per Quipu",
            "Qualcuno, forse tu, vuole che Quipu ti scriva quando tocca a te. Per confermare apri questa pagina:",
        ),
        Language::Spanish => (
            "Confirma tu correo para Quipu",
            "Alguien, seguramente tú, quiere que Quipu te escriba cuando te toque. Para confirmar, abre esta página:",
        ),
    };
    Email { subject: subject.to_owned(), text: format!("{text}\n{yes}\n"), stop: None }
}

fn page(title: &str, text: &str, home: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title><h1>{title}</h1><p>{text}</p>\
         <p><a href=\"{home}\">Quipu</a></p></html>"
    )
}

/// Confirms a mail address: whoever has the link can read mail sent to it.
pub async fn confirm(app: &App, person: &str, given: &str) -> Result<String, Refused> {
    let missing = || Refused::missing("email");
    let person: PersonId = person.parse().map_err(|_| missing())?;
    let (open, mut hidden) = app.people.settings(person).await.map_err(|_| missing())?;
    let address = open.mail.clone().ok_or_else(missing)?;
    if !token::same(&code(app, "confirm", person, &address), given) {
        return Err(missing());
    }
    hidden.mail_confirmed = Some(address);
    app.people.keep_settings(person, &open, &hidden).await?;
    Ok(page("Thank you", "You will get a mail when it is your turn.", &app.config.base_url()))
}

/// Unsubscribes an address.
pub async fn stop(app: &App, person: &str, given: &str) -> Result<String, Refused> {
    let missing = || Refused::missing("email");
    let person: PersonId = person.parse().map_err(|_| missing())?;
    let (mut open, mut hidden) = app.people.settings(person).await.map_err(|_| missing())?;
    let done = page("Done", "You will get no more mail.", &app.config.base_url());
    let Some(address) = open.mail.take() else { return Ok(done) };
    if !token::same(&code(app, "stop", person, &address), given) {
        return Err(missing());
    }
    hidden.mail_confirmed = None;
    app.people.keep_settings(person, &open, &hidden).await?;
    Ok(done)
}
