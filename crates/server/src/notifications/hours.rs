//! When somebody may be told of things: their quiet hours, and the hour of their digest, in their time zone.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _, Zoned};
use protocol::{QuietHours, Telling};

/// The longest quiet hours. A reminder comes longer than that before the time runs out, so it is never kept back too
/// long.
pub(crate) const MOST_QUIET: u8 = 12;

/// The time zone of somebody's hours.
fn zone(telling: &Telling) -> TimeZone {
    telling.zone.as_deref().and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC)
}

/// Whether hours are hours, and a zone is one; otherwise what is wrong.
pub(crate) fn check(telling: &Telling) -> Result<(), (&'static str, &'static str)> {
    let hours = telling.quiet.into_iter().flat_map(|quiet| [quiet.from, quiet.to]).chain([telling.hour]);
    if hours.into_iter().any(|hour| hour > 23) {
        return Err(("hours", "an hour is a number from 0 to 23"));
    }
    if telling.quiet.is_some_and(|quiet| !(1..=MOST_QUIET).contains(&long(quiet))) {
        return Err(("quiet", "quiet hours are one hour or more, and twelve at most"));
    }
    match &telling.zone {
        Some(name) if TimeZone::get(name).is_err() => {
            Err(("zone", "this is no time zone; write one such as Europe/Rome"))
        }
        _ => Ok(()),
    }
}

/// How many hours quiet hours last.
fn long(quiet: QuietHours) -> u8 {
    (quiet.to + 24 - quiet.from) % 24
}

fn local(at: i64, zone: TimeZone) -> Option<Zoned> {
    Some(Timestamp::from_millisecond(at).ok()?.to_zoned(zone))
}

/// The next time after `at` when a clock shows this hour.
fn next(at: i64, hour: u8, zone: &TimeZone) -> Option<i64> {
    let now = local(at, zone.clone())?;
    let time = Time::new(i8::try_from(hour).ok()?, 0, 0, 0).ok()?;
    let mut date = now.date();
    loop {
        // An hour that is left out in spring is the next one; one that comes twice in autumn is the first.
        let then = date.to_datetime(time).to_zoned(zone.clone()).ok()?.timestamp().as_millisecond();
        if then > at {
            return Some(then);
        }
        date = date.checked_add(1.day()).ok()?;
    }
}

/// The first time from `at` on that is not in quiet hours.
pub(crate) fn after_quiet(telling: &Telling, at: i64) -> i64 {
    let Some(quiet) = telling.quiet else { return at };
    let within = |now: &Zoned| {
        let since = (i16::from(now.hour()) - i16::from(quiet.from)).rem_euclid(24);
        since < i16::from(long(quiet))
    };
    match local(at, zone(telling)) {
        Some(now) if within(&now) => next(at, quiet.to, &zone(telling)).unwrap_or(at),
        _ => at,
    }
}

/// When the next digest is due.
pub(crate) fn next_digest(telling: &Telling, at: i64) -> i64 {
    let due = next(at, telling.hour, &zone(telling)).unwrap_or(at);
    after_quiet(telling, due)
}

/// A time as its reader's clock shows it: day, month and time, in numbers that every language reads.
pub(crate) fn shown(telling: &Telling, at: i64) -> String {
    let Some(then) = local(at, zone(telling)) else { return String::new() };
    let zone = if telling.zone.is_some() { "" } else { " UTC" };
    format!("{}{zone}", then.strftime("%-d.%-m. %H:%M"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().expect("a time").as_millisecond()
    }

    fn telling(from: u8, to: u8, zone: &str) -> Telling {
        let quiet = Some(QuietHours { from, to });
        Telling { quiet, zone: Some(zone.to_owned()), hour: 8, ..Telling::default() }
    }

    #[test]
    fn quiet_hours_are_the_persons_own_and_go_over_midnight() {
        let rome = telling(22, 7, "Europe/Rome");
        for (now, then) in [
            ("2026-11-18T20:59:59Z", "2026-11-18T20:59:59Z"), // 21:59 in Rome
            ("2026-11-18T21:00:00Z", "2026-11-19T06:00:00Z"),
            ("2026-11-19T05:59:00Z", "2026-11-19T06:00:00Z"),
            ("2026-11-19T06:00:00Z", "2026-11-19T06:00:00Z"),
            ("2026-07-01T04:30:00Z", "2026-07-01T05:00:00Z"), // summer
        ] {
            assert_eq!(after_quiet(&rome, at(now)), at(then), "{now}");
        }
        let noon = telling(12, 14, "UTC");
        assert_eq!(after_quiet(&noon, at("2026-11-18T13:00:00Z")), at("2026-11-18T14:00:00Z"));
        assert_eq!(after_quiet(&Telling::default(), 5), 5);
    }

    #[test]
    fn a_digest_comes_at_its_hour_every_day_of_the_year() {
        let rome = telling(22, 7, "Europe/Rome");
        assert_eq!(next_digest(&rome, at("2026-11-18T06:59:00Z")), at("2026-11-18T07:00:00Z"));
        assert_eq!(next_digest(&rome, at("2026-11-18T07:00:00Z")), at("2026-11-19T07:00:00Z"));
        // The night in which 2:30 does not exist, and the one in which it exists twice.
        let night = Telling { hour: 2, quiet: None, ..rome.clone() };
        assert_eq!(next_digest(&night, at("2026-03-29T00:30:00Z")), at("2026-03-29T01:00:00Z"));
        assert_eq!(next_digest(&night, at("2026-10-24T23:30:00Z")), at("2026-10-25T00:00:00Z"));
        // One whose hour is quiet comes when it is not any more.
        let asleep = Telling { hour: 3, ..rome };
        assert_eq!(next_digest(&asleep, at("2026-11-18T12:00:00Z")), at("2026-11-19T06:00:00Z"));
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(check(&telling(22, 8, "America/Argentina/Buenos_Aires")), Ok(()));
        for (wrong, what) in [
            (telling(22, 24, "UTC"), "hours"),
            (Telling { hour: 24, ..Telling::default() }, "hours"),
            (telling(8, 8, "UTC"), "quiet"),
            (telling(8, 21, "UTC"), "quiet"),
            (telling(22, 8, "Europe/Atlantis"), "zone"),
        ] {
            assert_eq!(check(&wrong).map_err(|(key, _)| key), Err(what));
        }
    }
}
