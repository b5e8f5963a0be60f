//! `quipu verify`: a record against its result, and its seed against its commitment.

use std::path::PathBuf;

use anstream::println;
use clap::Args;
use engine::{Digest, Note, Record, RecordEntry, ToAct};
use serde_json::json;

use crate::input::Recorded;
use crate::{Failure, Outcome, Shared};

#[derive(Args)]
pub(crate) struct Verify {
    /// The record, a .quipu file
    file: PathBuf,
}

impl Verify {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let recorded = Recorded::read(&self.file, shared)?;
        recorded.whole("be verified")?;
        let game = recorded.kind().replay(&recorded.record, None).map_err(|fault| recorded.fault(fault))?;
        let mut found = vec![format!("all {} steps are legal", game.steps())];
        found.push(result(&recorded, &*game)?);
        found.extend(takebacks(&recorded, &*game)?);
        found.extend(pledges(&recorded)?);
        found.push(seed(&recorded)?);
        if shared.json {
            println!("{}", json!({ "ok": true, "steps": game.steps(), "found": found }));
        } else {
            found.iter().for_each(|line| println!("ok: {line}"));
        }
        Ok(())
    }
}

fn result(recorded: &Recorded, game: &dyn engine::AnyMatch) -> Result<String, Failure> {
    let called_off = recorded.record.lines.iter().any(|line| line.entry == RecordEntry::Note(Note::Over));
    let points = game.outcome().points;
    match (&recorded.record.result, game.to_act()) {
        (None, ToAct::Over(_)) => Err(recorded.fault("the match is over, and the record has no result")),
        (None, _) => Ok("the match is not over, there is no result to check".to_owned()),
        (Some(_), ToAct::Seat(_) | ToAct::Chance) if !called_off => Err(recorded
            .fault(format!("the record has a result, and stops after step {} with the match not over", game.steps()))),
        (Some(result), _) if *result != points => {
            Err(recorded.fault(format!("the result is {}, the record says {}", shown(&points), shown(result))))
        }
        (Some(_), ToAct::Over(rule)) if recorded.record.end.is_some_and(|end| end != rule) => {
            Err(recorded.fault(format!("the match ended by {rule}, the record says otherwise")))
        }
        (Some(_), ToAct::Over(rule)) => Ok(format!("the result is {}, over by {rule}", shown(&points))),
        (Some(_), _) => Ok(format!("the match was called off at {}", shown(&points))),
    }
}

fn shown(points: &[i32]) -> String {
    let pairs = points.iter().enumerate().map(|(index, points)| format!("{}={points}", engine::Seat::new(index)));
    pairs.collect::<Vec<_>>().join(" ")
}

/// What was taken back after it had shown something hidden; nothing where that did not happen. Records of old do not
/// count it in their header.
fn takebacks(recorded: &Recorded, game: &dyn engine::AnyMatch) -> Result<Option<String>, Failure> {
    let (counted, told) = (game.takebacks(), &recorded.record.takebacks);
    let shown = |all: &[(engine::Seat, u32)]| {
        all.iter().map(|(seat, times)| format!("{seat}={times}")).collect::<Vec<_>>().join(" ")
    };
    if !told.is_empty() && counted != *told {
        return Err(recorded.fault(format!(
            "the takebacks are '{}', the record says '{}'",
            shown(&counted),
            shown(told)
        )));
    }
    let all = shown(&counted);
    Ok((!counted.is_empty()).then(|| format!("moves that had shown something hidden were taken back: {all}")))
}

/// Each nonce against its pledge. Records of old have no pledges.
fn pledges(recorded: &Recorded) -> Result<Option<String>, Failure> {
    let Record { pledges, nonces, .. } = &recorded.record;
    if pledges.is_empty() {
        let old = "the nonces were not pledged, so whoever gave theirs last may have chosen it";
        return Ok((!nonces.is_empty()).then(|| old.to_owned()));
    }
    for (seat, nonce) in nonces {
        let hash = Digest::of(&[nonce.as_bytes()]);
        match pledges.iter().find(|(pledged, _)| pledged == seat) {
            None => return Err(recorded.fault(format!("{seat} has a nonce, and pledged none"))),
            Some((_, pledge)) if *pledge != hash => {
                return Err(recorded.fault(format!("the hash of {seat}'s nonce is {hash}, the pledge was {pledge}")));
            }
            Some(_) => {}
        }
    }
    let given = |seat: &engine::Seat| nonces.iter().any(|(one, _)| one == seat);
    let withheld: Vec<String> =
        pledges.iter().filter(|(seat, _)| !given(seat)).map(|(seat, _)| seat.to_string()).collect();
    let withheld = if withheld.is_empty() { String::new() } else { format!("; withheld: {}", withheld.join(" ")) };
    Ok(Some(format!("{} nonces fit their pledges{withheld}", nonces.len())))
}

/// Recomputes every draw from the revealed seed.
fn seed(recorded: &Recorded) -> Result<String, Failure> {
    let Record { seed, commit, nonces, lines, .. } = &recorded.record;
    let Some(seed) = seed else {
        return Ok(match commit {
            Some(_) => "the seed is not revealed, so the draws cannot be checked yet".to_owned(),
            None => "the record has no seed, so its draws cannot be checked".to_owned(),
        });
    };
    if let Some(commit) = commit
        && seed.commitment() != *commit
    {
        return Err(recorded.fault(format!("the seed's hash is {}, the commitment was {commit}", seed.commitment())));
    }
    let draws = seed.draws(nonces);
    let mut game = recorded.kind().open_record(&recorded.record).map_err(|fault| recorded.fault(fault))?;
    let mut checked = 0;
    for line in lines {
        let refused = |refused: engine::Refused| recorded.fault(format!("line {}: {refused}", line.number));
        match &line.entry {
            RecordEntry::Step { by, words } => {
                if by.is_none() {
                    let foretold = game.foretold(&draws);
                    if foretold != *words {
                        let what = format!(
                            "line {}, column 1: the seed gives '* {foretold}', the record has '* {words}'",
                            line.number
                        );
                        return Err(recorded.fault(what));
                    }
                    checked += 1;
                }
                game.play(*by, words).map_err(refused)?;
            }
            RecordEntry::Note(note) => game.note(note.clone()).map_err(refused)?,
        }
    }
    let committed = if commit.is_some() { "the seed fits its commitment" } else { "there was no commitment" };
    Ok(format!("{committed}, and all {checked} draws follow from it"))
}
