//! What the WebAssembly module exports and imports: a place for the request, a call, and a clock.
//!
//! The page writes a request where [`request`] says, calls [`answer`], and reads as many bytes as that says where
//! [`answered`] says. No pointer is ever followed here, so nothing is unsafe but the names.

#![expect(unsafe_code, reason = "names that are found from outside")]

use std::cell::RefCell;

use crate::Host;

#[link(wasm_import_module = "quipu")]
unsafe extern "C" {
    /// Milliseconds by the worker's clock.
    safe fn now() -> f64;
}

struct Module {
    host: Host,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module {
        host: Host::new(|| now()),
        request: Vec::new(),
        answer: Vec::new(),
    });
}

/// Makes room for a request of this length, and says where.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.request = vec![0; length];
        module.request.as_mut_ptr()
    })
}

/// Answers the request; gives the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    MODULE.with_borrow_mut(|module| {
        module.answer = Vec::new();
        module.answer = module.host.answer(&std::mem::take(&mut module.request));
        module.answer.len()
    })
}

/// Where the answer stands, until the next request.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}
