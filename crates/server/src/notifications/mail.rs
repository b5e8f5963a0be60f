//! Mail: letters to those who said that they want them.

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

use super::{Turn, Unsent, link, sentence};
use crate::config::Smtp;
use crate::people::names::Language;
use crate::people::token;
use crate::{App, Refused};

/// How long the mail server may take.
const SMTP_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends letters.
#[derive(Clone)]
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// A letter.
pub(super) struct Letter {
    subject: String,
    text: String,
    /// Where its reader says that he wants no more.
    stop: Option<String>,
}

impl Mail {
    /// Ready to send.
    pub fn new(smtp: &Smtp) -> Result<Mail, Error> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&smtp.url)?.timeout(Some(SMTP_TIMEOUT)).build();
        Ok(Mail { transport, from: smtp.from.clone() })
    }

    /// Sends a letter.
    pub(super) async fn send(&self, to: &str, letter: Letter) -> Result<(), Unsent> {
        let never = |error: &dyn std::fmt::Display| Unsent::Never(error.to_string());
        let to = to.parse().map_err(|error: lettre::address::AddressError| never(&error))?;
        let mut message = Message::builder().from(self.from.clone()).to(Mailbox::new(None, to)).subject(letter.subject);
        if let Some(stop) = letter.stop {
            let header =
                |name: &'static str, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
            message = message.raw_header(header("List-Unsubscribe", format!("<{stop}>")));
            message = message.raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        let message = message.header(ContentType::TEXT_PLAIN).body(letter.text).map_err(|error| never(&error))?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err(never(&error)),
            Err(error) => Err(Unsent::Later(error.to_string())),
        }
    }
}

/// What a link in a letter shows to be ours: it is good for one person, one purpose, one address.
fn code(app: &App, purpose: &str, person: PersonId, address: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&app.config.secret.derived("mail")).expect("a key of any length");
    mac.update(format!("{purpose} {person} {address}").as_bytes());
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

fn way(app: &App, purpose: &str, person: PersonId, address: &str) -> String {
    let code = code(app, purpose, person, address);
    format!("{}api/mail/{purpose}?person={person}&code={code}", app.config.base_url())
}

/// The letter that says that it is somebody's turn.
pub(super) fn turn(app: &App, person: PersonId, address: &str, language: Language, turn: &Turn) -> Letter {
    let (subject, table) = (sentence(language, &turn.game), link(app, turn.table));
    let stop = way(app, "stop", person, address);
    let no_more = match language {
        Language::English => "No more of these letters",
        Language::Italian => "Non voglio più queste lettere",
        Language::Spanish => "No quiero más estos mensajes",
    };
    Letter { text: format!("{subject}:\n{table}\n\n-- \n{no_more}: {stop}\n"), subject, stop: Some(stop) }
}

/// The letter that asks whether letters are wanted.
pub(super) fn confirmation(app: &App, person: PersonId, address: &str, language: Language) -> Letter {
    let yes = way(app, "confirm", person, address);
    let (subject, text) = match language {
        Language::English => (
            "Shall Quipu write to you?",
            "Somebody, most likely you, wants to hear by mail when it is your turn. To say yes, open this page:",
        ),
        Language::Italian => (
            "Vuoi ricevere posta da Quipu?",
            "Qualcuno, probabilmente tu, vuole sapere per posta quando tocca a te. Per dire di sì apri questa pagina:",
        ),
        Language::Spanish => (
            "¿Quieres recibir correo de Quipu?",
            "Alguien, seguramente tú, quiere saber por correo cuándo te toca. Para decir que sí, abre esta página:",
        ),
    };
    Letter { subject: subject.to_owned(), text: format!("{text}\n{yes}\n"), stop: None }
}

fn page(title: &str, text: &str, home: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title><h1>{title}</h1><p>{text}</p>\
         <p><a href=\"{home}\">Quipu</a></p></html>"
    )
}

/// Whoever has the link owns the address: letters may be sent to it.
pub async fn confirm(app: &App, person: &str, given: &str) -> Result<String, Refused> {
    let missing = || Refused::missing("letter");
    let person: PersonId = person.parse().map_err(|_| missing())?;
    let (open, mut hidden) = app.people.settings(person).await.map_err(|_| missing())?;
    let address = open.mail.clone().ok_or_else(missing)?;
    if !token::same(&code(app, "confirm", person, &address), given) {
        return Err(missing());
    }
    hidden.mail_confirmed = Some(address);
    app.people.keep_settings(person, &open, &hidden).await?;
    Ok(page("Thank you", "You will get a letter when it is your turn.", &app.config.base_url()))
}

/// No more letters to this address.
pub async fn stop(app: &App, person: &str, given: &str) -> Result<String, Refused> {
    let missing = || Refused::missing("letter");
    let person: PersonId = person.parse().map_err(|_| missing())?;
    let (mut open, mut hidden) = app.people.settings(person).await.map_err(|_| missing())?;
    let done = page("Done", "You will get no more letters.", &app.config.base_url());
    let Some(address) = open.mail.take() else { return Ok(done) };
    if !token::same(&code(app, "stop", person, &address), given) {
        return Err(missing());
    }
    hidden.mail_confirmed = None;
    app.people.keep_settings(person, &open, &hidden).await?;
    Ok(done)
}
