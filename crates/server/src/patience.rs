//! Connections whose other end has to read: an answer that nobody takes is memory that others need.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// How many bytes whoever lets us wait has to take in time. A timeout that began anew with each byte, as those of
/// crates do, would keep an answer for as long as somebody takes one now and then.
const TAKES: usize = 64 * 1024;

/// A connection that ends when its other end does not take what is written.
pub(crate) struct Patient {
    stream: TcpStream,
    time: Duration,
    /// The end of our patience, while we wait.
    late: Option<Pin<Box<Sleep>>>,
    /// What was taken since we began to wait.
    taken: usize,
}

impl Patient {
    /// A connection on which writing may wait for this long.
    pub(crate) fn new(stream: TcpStream, time: Duration) -> Patient {
        Patient { stream, time, late: None, taken: 0 }
    }

    /// Counts what was taken, or how long nothing was.
    fn judge(&mut self, context: &mut Context<'_>, wrote: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(taken) = wrote {
            self.taken += taken.as_ref().copied().unwrap_or_default();
            if self.taken >= TAKES {
                self.late = None;
            }
            return Poll::Ready(taken);
        }
        if self.late.is_none() {
            self.taken = 0;
        }
        let late = self.late.get_or_insert_with(|| Box::pin(tokio::time::sleep(self.time)));
        ready!(late.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nobody takes the answer")))
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.judge(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // All that there was to write is taken: what comes next has its own time.
        self.late = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}
