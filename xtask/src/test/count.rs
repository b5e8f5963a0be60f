//! What the runners of tests say at their end: how many passed, and which needed a second try.

/// How many single tests were run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Tests that failed at first and passed when they were run again.
    pub(crate) retried: Vec<String>,
}

impl Count {
    fn new(passed: u64, failed: u64) -> Count {
        Count { passed, failed, retried: Vec::new() }
    }

    pub(crate) fn add(&mut self, more: Count) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.retried.extend(more.retried);
    }

    /// Whether any test was run.
    pub(crate) fn ran(&self) -> bool {
        self.passed + self.failed > 0
    }
}

/// Reads `test result: ok. 14 passed; 0 failed; …`.
pub(crate) fn cargo_test(line: &str) -> Option<Count> {
    let line = line.strip_prefix("test result: ")?;
    Some(Count::new(number_before(line, " passed")?, number_before(line, " failed")?))
}

/// Reads `Summary [ 0.5s] 30 tests run: 28 passed, 2 failed, 0 skipped`, where zeros may be left out, and
/// `FLAKY 2/2 [ 0.1s] quipu-store::suite tests::a_test`.
pub(crate) fn nextest(line: &str) -> Option<Count> {
    let line = line.trim_start();
    if let Some(flaky) = line.strip_prefix("FLAKY ") {
        let name = flaky.rsplit_once("] ").map_or(flaky, |(_, name)| name).trim();
        return Some(Count { retried: vec![name.to_owned()], ..Count::default() });
    }
    let (_, line) = line.strip_prefix("Summary ")?.split_once("run:")?;
    let failed = [" failed", " timed out", " exec failed"].map(|word| number_before(line, word).unwrap_or(0));
    Some(Count::new(number_before(line, " passed").unwrap_or(0), failed.into_iter().sum()))
}

/// Reads `      Tests  2 failed | 40 passed (42)`.
pub(crate) fn vitest(line: &str) -> Option<Count> {
    let line = line.trim_start().strip_prefix("Tests ")?;
    let count = |word| number_before(line, word).unwrap_or(0);
    Some(Count::new(count(" passed"), count(" failed")))
}

/// Reads `2 failed, 40 passed, 1 skipped in 12.34s`.
pub(crate) fn pytest(line: &str) -> Option<Count> {
    let (line, seconds) = line.trim_matches(['=', ' ']).rsplit_once(" in ")?;
    // Linters say `Found 2 errors in 2 files`, pytest says how long it took; `(0:02:01)` may stand behind.
    seconds.split(' ').next()?.strip_suffix('s')?.parse::<f64>().ok()?;
    let told = [" passed", " failed", " error"].iter().any(|word| line.contains(word));
    let count = |word| number_before(line, word).unwrap_or(0);
    told.then(|| Count::new(count(" passed"), count(" failed") + count(" error")))
}

/// Reads `  12 passed (3.4m)` and `  2 failed`, each on a line of its own, and `(retry #1)` behind the name of a test
/// that is run again.
pub(crate) fn playwright(line: &str) -> Option<Count> {
    if let Some((name, _)) = line.split_once(" (retry #") {
        let name = name.split_once('[').map_or(name, |(_, name)| name);
        return Some(Count { retried: vec![format!("[{}", name.trim())], ..Count::default() });
    }
    let line = line.strip_prefix("  ")?;
    let (number, word) = line.split_once(' ')?;
    let number = number.parse::<u64>().ok()?;
    match word.split(' ').next()? {
        "passed" | "flaky" => Some(Count::new(number, 0)),
        "failed" | "interrupted" => Some(Count::new(0, number)),
        "did" if word.starts_with("did not run") => Some(Count::new(0, number)),
        _ => None,
    }
}

/// The number that stands right before a word.
fn number_before(line: &str, word: &str) -> Option<u64> {
    let end = line.find(word)?;
    let digits = line[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    line[digits..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let count = |passed, failed| Some(Count::new(passed, failed));
        assert_eq!(cargo_test("test result: ok. 14 passed; 0 failed; 0 ignored; 0 measured"), count(14, 0));
        assert_eq!(cargo_test("test result: FAILED. 1 passed; 2 failed; 0 ignored"), count(1, 2));
        assert_eq!(cargo_test("test hex::passed ... ok"), None);
        assert_eq!(
            nextest("     Summary [   0.5s] 30 tests run: 28 passed (1 slow), 2 failed, 0 skipped"),
            count(28, 2)
        );
        assert_eq!(nextest("     Summary [   0.5s] 30 tests run: 30 passed, 0 skipped"), count(30, 0));
        assert_eq!(nextest("     Summary [   0.5s] 1 test run: 0 passed, 1 timed out, 0 skipped"), count(0, 1));
        assert_eq!(vitest("      Tests  2 failed | 40 passed (42)"), count(40, 2));
        assert_eq!(vitest(" Test Files  4 passed (4)"), None);
        assert_eq!(pytest("2 failed, 40 passed, 3 skipped, 1 warning in 12.34s"), count(40, 2));
        assert_eq!(pytest("1 error in 0.34s"), count(0, 1));
        assert_eq!(pytest("===== 226 passed in 121.04s (0:02:01) ====="), count(226, 0));
        assert_eq!(pytest("Found 2 errors in 2 files (checked 30 source files)"), None);
        assert_eq!(pytest("python/tests/test_bots.py ....  [ 12%]"), None);
        assert_eq!(playwright("  12 passed (3.4m)"), count(12, 0));
        assert_eq!(playwright("  2 failed"), count(0, 2));
        assert_eq!(playwright("  1 flaky"), count(1, 0));
        assert_eq!(playwright("  3 did not run"), count(0, 3));
        assert_eq!(playwright("  ✓  1 [wide] › play.spec.ts:16:3 › 2 passed (1s)"), None);
        assert_eq!(playwright("12 passed"), None);
    }

    #[test]
    fn tests_that_needed_a_second_try_are_named() {
        let name = |count: Option<Count>| count.expect("a count").retried.join(" ");
        assert_eq!(
            name(nextest("   FLAKY 2/2 [   0.1s] quipu-store::suite tests::a_test")),
            "quipu-store::suite tests::a_test"
        );
        assert_eq!(
            name(playwright("  ✓  9 [wide] › play.spec.ts:16:3 › tikal by mouse (retry #1) (12.1s)")),
            "[wide] › play.spec.ts:16:3 › tikal by mouse"
        );
        // The first try of a test, and nextest's line about the try itself, name nobody.
        assert_eq!(playwright("  ✘  1 [wide] › play.spec.ts:16:3 › tikal by mouse (12.1s)"), None);
        assert_eq!(nextest("  TRY 1 FAIL [   0.1s] quipu-store::suite tests::a_test"), None);
    }
}
