//! Extractors whose rejections are refusals.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use engine::Seat;
use protocol::RefusalCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::TableId;

use crate::Refused;
use crate::app::Shared;

/// A JSON body.
pub(super) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Shared) -> Result<Body<T>, Refused> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::from_parts(parts.clone(), body), app).await;
        let bytes = bytes.map_err(|error| unread(error.status(), error.body_text()))?;
        // A list would be taken for the fields of a type in their order, which is described nowhere.
        if bytes.trim_ascii_start().starts_with(b"[") {
            return Err(unread(StatusCode::UNPROCESSABLE_ENTITY, "the body must be an object".to_owned()));
        }
        let read = Json::<T>::from_request(Request::from_parts(parts, bytes.into()), app).await;
        read.map(|Json(value)| Body(value)).map_err(|error: JsonRejection| unread(error.status(), error.body_text()))
    }
}

/// The refusal of a body that cannot be read.
pub(super) fn unread(status: StatusCode, text: String) -> Refused {
    let code = if status == StatusCode::PAYLOAD_TOO_LARGE { RefusalCode::Limit } else { RefusalCode::Malformed };
    Refused::new(code, if code == RefusalCode::Limit { "too_large" } else { "malformed" }, text).status(status)
}

/// The query of a request.
pub(super) struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Shared> for Asked<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Asked<T>, Refused> {
        let read = Query::<T>::from_request_parts(parts, app).await;
        read.map(|Query(value)| Asked(value)).map_err(|error| Refused::malformed(error.body_text()))
    }
}

/// The named parts of a path. A path that is no text names nothing.
pub(super) struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<Shared> for Path<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Path<T>, Refused> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, app).await;
        read.map(|axum::extract::Path(value)| Path(value)).map_err(|_| Refused::missing("page"))
    }
}

/// Reads a table's id.
pub(super) fn table(id: &str) -> Result<TableId, Refused> {
    id.parse().map_err(|_| Refused::new(RefusalCode::NoTable, "no_table", "there is no such table"))
}

/// Reads a seat's letter.
pub(super) fn seat(letter: &str) -> Result<Seat, Refused> {
    letter.parse().map_err(|_| Refused::malformed("a seat is a letter, A to F"))
}

/// An answer as JSON.
pub(super) fn written<T: Serialize + ?Sized>(answer: &T) -> Vec<u8> {
    serde_json::to_vec(answer).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"))
}
