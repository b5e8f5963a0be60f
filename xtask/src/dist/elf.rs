//! Whether a program of Linux runs by itself.

/// The kind of program header that names the loader of shared libraries.
const INTERPRETER: u32 = 3;

/// Whether a program asks for a loader, as whatever uses shared libraries does. Reads what all our targets have: 64
/// bits, least byte first.
pub(super) fn wants_loader(program: &[u8]) -> bool {
    let number = |at: usize, bytes: usize| {
        let bytes = program.get(at..at + bytes).unwrap_or_default();
        bytes.iter().rev().fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte))
    };
    let (table, size, count) = (number(32, 8), number(54, 2), number(56, 2));
    program.starts_with(b"\x7fELF") && (0..count).any(|index| number(table + index * size, 4) == INTERPRETER as usize)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn this_program_wants_one_and_text_does_not() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(wants_loader(&own));
        assert!(!wants_loader(b"\x7fELF, cut off") && !wants_loader(b"text"));
    }
}
