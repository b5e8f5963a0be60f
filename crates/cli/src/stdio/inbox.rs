//! The lines that come in, read beside the thinking, so that `stop` is heard while somebody thinks.

use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

/// No message comes near this.
pub(crate) const LONGEST_LINE: u64 = 4 << 20;

/// How many messages may wait; whoever sends more waits, too.
const WAITING: usize = 64;

/// A line of text, or what is wrong with it.
pub(crate) type ReadLine = Result<String, String>;

/// Reads one line of at most [`LONGEST_LINE`]; nothing at the end.
pub(crate) fn read_line(from: &mut impl BufRead) -> Option<ReadLine> {
    let mut bytes = Vec::new();
    match from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) => return None,
        Err(error) => return Some(Err(error.to_string())),
        Ok(_) => {}
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        skip_line(from);
        return Some(Err(format!("the line is longer than {} MB", LONGEST_LINE >> 20)));
    }
    let line = String::from_utf8(bytes)
        .map_err(|error| format!("column {}: this is not UTF-8 text", error.utf8_error().valid_up_to() + 1));
    Some(line.map(|line| line.trim().to_owned()))
}

/// Reads on to the end of a line.
fn skip_line(from: &mut impl BufRead) {
    loop {
        let Ok(buffer) = from.fill_buf() else { return };
        let (used, ends) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        from.consume(used);
        if ends {
            return;
        }
    }
}

/// Messages in the order in which they came.
pub(crate) struct Inbox {
    lines: Receiver<(u64, ReadLine)>,
    /// All messages before this number are to be answered at once.
    stopped: Arc<AtomicU64>,
}

/// A message with its number.
pub(crate) struct Message {
    pub(crate) line: ReadLine,
    number: u64,
    stopped: Arc<AtomicU64>,
}

impl Message {
    /// Whether somebody wants the answer now.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) > self.number
    }
}

impl Inbox {
    /// Reads what comes in from now on.
    pub(crate) fn open(from: impl Read + Send + 'static) -> Inbox {
        let (send, lines) = sync_channel(WAITING);
        let stopped = Arc::new(AtomicU64::new(0));
        let heard = Arc::clone(&stopped);
        std::thread::spawn(move || {
            let mut from = BufReader::new(from);
            let mut number = 0;
            while let Some(line) = read_line(&mut from) {
                let kind = line.as_ref().ok().and_then(|line| kind(line));
                if matches!(kind.as_deref(), Some("stop" | "quit")) {
                    heard.store(number, Ordering::Relaxed);
                }
                let is_empty = line.as_ref().is_ok_and(String::is_empty);
                if is_empty || kind.as_deref() == Some("stop") {
                    continue;
                }
                if send.send((number, line)).is_err() {
                    return;
                }
                number += 1;
            }
        });
        Inbox { lines, stopped }
    }

    /// The next message; nothing when there will be none.
    pub(crate) fn next(&self) -> Option<Message> {
        let stopped = Arc::clone(&self.stopped);
        self.lines.recv().ok().map(|(number, line)| Message { line, number, stopped })
    }
}

/// The kind of a message, if it is one.
fn kind(line: &str) -> Option<String> {
    serde_json::from_str::<super::message::Head>(line).ok().map(|head| head.t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_too_long_and_bytes_that_are_no_text_are_told_and_passed_over() {
        let mut bytes = vec![b'x'; LONGEST_LINE as usize + 10];
        bytes.extend_from_slice(b"\n\xff\nfine\r\nlast");
        let mut from = BufReader::new(&bytes[..]);
        assert!(read_line(&mut from).is_some_and(|line| line.is_err_and(|why| why.contains("longer"))));
        assert!(read_line(&mut from).is_some_and(|line| line.is_err_and(|why| why.contains("UTF-8"))));
        assert_eq!(read_line(&mut from), Some(Ok("fine".to_owned())));
        assert_eq!(read_line(&mut from), Some(Ok("last".to_owned())));
        assert_eq!(read_line(&mut from), None);
    }

    #[test]
    fn a_stop_is_for_what_came_before_it() {
        let inbox = Inbox::open(&b"{\"t\":\"choose\"}\n{\"t\":\"stop\"}\n\n{\"t\":\"hint\"}\n"[..]);
        let (first, second) = (inbox.next().expect("a message"), inbox.next().expect("a message"));
        assert!(inbox.next().is_none());
        assert!(first.is_stopped() && !second.is_stopped());
        assert!(second.line.is_ok_and(|line| line.contains("hint")));
    }
}
