//! What commands read: games by name, records, boxes.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use catalog::GameEntry;
use engine::{Digest, Kind, Opening, Record, Unopened};

use crate::{Failure, Shared};

/// No record comes near this; what is larger is not read at all.
const LARGEST: u64 = 64 << 20;

/// Finds a game.
pub(crate) fn entry(key: &str) -> Result<&'static dyn GameEntry, Failure> {
    catalog::find(key).ok_or_else(|| {
        let known: Vec<_> = catalog::GAMES.iter().map(|entry| entry.kind().info().key).collect();
        Failure::Usage(format!("there is no game '{}', the games are: {}", engine::clip(key), known.join(", ")))
    })
}

/// Reads a file, or says why not.
pub(crate) fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    let why = |error: std::io::Error| Failure::Usage(format!("{}: {error}", file.display()));
    let opened = File::open(file).map_err(why)?;
    let mut bytes = Vec::new();
    opened.take(LARGEST + 1).read_to_end(&mut bytes).map_err(why)?;
    Ok(bytes)
}

/// Reads a text file.
pub(crate) fn text(file: &Path) -> Result<String, Failure> {
    let too_large = || Failure::Usage(format!("{}: the file is larger than {} MB", file.display(), LARGEST >> 20));
    let bytes = bytes(file)?;
    if bytes.len() as u64 > LARGEST {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        Failure::Usage(format!("{}: byte {}: this is not UTF-8 text; save the file as UTF-8", file.display(), good + 1))
    })
}

/// A record with its game.
pub(crate) struct Recorded {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) record: Record,
    pub(crate) file: PathBuf,
}

impl Recorded {
    /// Reads a record's file.
    pub(crate) fn read(file: &Path, shared: &Shared) -> Result<Recorded, Failure> {
        let bytes = bytes(file)?;
        // Noise is refused by its first line; only what claims to be a record must also have a record's size.
        let looks_right = bytes.starts_with(b"quipu ");
        if looks_right && bytes.len() as u64 > LARGEST {
            let what = format!(
                "{}: line 1, column 1: the file is larger than {} MB; no record is",
                file.display(),
                LARGEST >> 20
            );
            return Err(Failure::Check(what));
        }
        let record =
            Record::from_bytes(&bytes).map_err(|fault| Failure::Check(format!("{}: {fault}", file.display())))?;
        let entry = entry(&record.game)?;
        let kind = entry.kind();
        let given = add_box(kind, shared)?;
        if let Some(digest) = record.box_digest
            && given != Some(digest)
            && matches!(kind.open(&Opening::of(&record)), Err(Unopened::Box(_)))
        {
            let what = format!(
                "{}: the record was played with the box {digest}, which is not here; give its file with --box",
                file.display()
            );
            return Err(Failure::Usage(what));
        }
        Ok(Recorded { entry, record, file: file.to_owned() })
    }

    /// The game, without its type.
    pub(crate) fn kind(&self) -> &'static dyn Kind {
        self.entry.kind()
    }

    /// A failed check, with the file's name.
    pub(crate) fn fault(&self, fault: impl std::fmt::Display) -> Failure {
        Failure::Check(format!("{}: {fault}", self.file.display()))
    }

    /// Refuses a record that hides something, with the reason.
    pub(crate) fn whole(&self, command: &str) -> Result<(), Failure> {
        match self.record.redacted_at() {
            None => Ok(()),
            Some(line) => Err(Failure::Usage(format!(
                "{}: line {}, column 1: '{}' is hidden from this record's reader, so it cannot {command}; \
                 get the full record when the match is over",
                self.file.display(),
                line.number,
                line.entry,
            ))),
        }
    }

    /// How many steps to replay: as asked, if there are that many.
    pub(crate) fn up_to(&self, to: Option<usize>) -> Result<Option<usize>, Failure> {
        let steps = self.record.folded().map_err(|fault| self.fault(fault))?.len();
        match to {
            Some(to) if to > steps => {
                Err(Failure::Usage(format!("{}: there is no step {to}, the record has {steps}", self.file.display())))
            }
            to => Ok(to),
        }
    }
}

/// Puts the box that was given on the game's shelf.
pub(crate) fn add_box(kind: &dyn Kind, shared: &Shared) -> Result<Option<Digest>, Failure> {
    let Some(file) = &shared.box_file else { return Ok(None) };
    if !kind.has_box() {
        return Err(Failure::Usage(format!("{} has a fixed box, leave out --box", kind.info().name)));
    }
    let faulty = |faults: Vec<engine::BoxFault>| {
        let more = if faults.len() > 1 { format!(" (and {} more faults)", faults.len() - 1) } else { String::new() };
        Failure::Check(format!(
            "{}: {}{more}; 'quipu box check {}' shows all",
            file.display(),
            faults[0],
            file.display()
        ))
    };
    kind.add_box(&text(file)?).map(Some).map_err(faulty)
}

/// The opening that the options of a command ask for.
pub(crate) fn opening(
    entry: &dyn GameEntry,
    seats: Option<usize>,
    options: &[String],
    shared: &Shared,
) -> Result<Opening, Failure> {
    let info = entry.kind().info();
    let seats = seats.unwrap_or(info.seats.0);
    if seats == 0 || seats > engine::MOST_SEATS {
        return Err(Failure::Usage(format!(
            "{}: {seats} seats are not possible, this game is for {} to {}",
            info.seats_rule, info.seats.0, info.seats.1
        )));
    }
    let mut opening = Opening::seats(seats);
    for pair in options {
        let (key, value) = pair.split_once('=').ok_or_else(|| {
            Failure::Usage(format!("'{}' is not an option, write --option key=value", engine::clip(pair)))
        })?;
        opening = opening.option(key, value);
    }
    opening.box_digest = add_box(entry.kind(), shared)?;
    Ok(opening)
}

/// A match that could not be opened, as a failure.
pub(crate) fn unopened(error: &Unopened) -> Failure {
    Failure::Usage(error.to_string())
}
