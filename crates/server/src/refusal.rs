//! Refusals as HTTP responses.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Refusal, RefusalCode};

pub use session::refusal;

/// A refusal with its HTTP status.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The status.
    pub status: StatusCode,
    /// Why.
    pub refusal: Refusal,
    /// After how many seconds to try again.
    pub retry_after: Option<u64>,
}

/// What routes answer.
pub type Answer<T> = Result<T, Refused>;

impl Refused {
    /// A refusal with the status of its code.
    pub fn new(code: RefusalCode, key: &str, text: impl Into<String>) -> Refused {
        refusal(code, key, text).into()
    }

    /// The same with another status.
    pub fn status(mut self, status: StatusCode) -> Refused {
        self.status = status;
        self
    }

    /// The message cannot be read.
    pub fn malformed(text: impl Into<String>) -> Refused {
        Refused::new(RefusalCode::Malformed, "malformed", text)
    }

    /// The caller is not logged in.
    pub fn nobody() -> Refused {
        let text = "you are not logged in; call GET /api/me and keep its cookie, or send a token";
        Refused::new(RefusalCode::Forbidden, "nobody", text).status(StatusCode::UNAUTHORIZED)
    }

    /// There is no such thing.
    pub fn missing(what: &str) -> Refused {
        Refused::new(RefusalCode::NoTable, "missing", format!("there is no such {what}")).status(StatusCode::NOT_FOUND)
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        let status = match refusal.code {
            RefusalCode::Malformed => StatusCode::BAD_REQUEST,
            RefusalCode::Rule | RefusalCode::Misread => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalCode::NotYours | RefusalCode::Forbidden => StatusCode::FORBIDDEN,
            RefusalCode::Stale | RefusalCode::NotNow => StatusCode::CONFLICT,
            RefusalCode::NoTable => StatusCode::NOT_FOUND,
            RefusalCode::Limit => StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        Refused { status, refusal, retry_after: None }
    }
}

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Refused {
        store_refusal(&error).into()
    }
}

/// The refusal for an error of the store. The error of the database goes to the log only.
pub fn store_refusal(error: &store::Error) -> Refusal {
    match error {
        store::Error::NoTable(table) => {
            refusal(RefusalCode::NoTable, "no_table", error.to_string()).about(Some(table.to_string()), None)
        }
        store::Error::Nothing(_) => refusal(RefusalCode::NoTable, "missing", error.to_string()),
        store::Error::Taken(_) => refusal(RefusalCode::NotNow, "name_taken", error.to_string()),
        store::Error::Refused(_) => refusal(RefusalCode::Malformed, "malformed", error.to_string()),
        store::Error::Conflict { .. } => refusal(RefusalCode::Stale, "stale", error.to_string()),
        store::Error::Unavailable { .. } | store::Error::Newer { .. } | store::Error::Damaged(_) => {
            tracing::error!(%error, "the store failed");
            let text = "the server cannot save anything right now; try again soon";
            refusal(RefusalCode::Unavailable, "unavailable", text)
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let retry = self.retry_after.or((self.status == StatusCode::SERVICE_UNAVAILABLE).then_some(2));
        let mut response = (self.status, Json(self.refusal)).into_response();
        if let Some(seconds) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
