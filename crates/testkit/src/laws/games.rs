//! Which matches the laws are held against, and laws about whole games.

use engine::{Choices, Dice, Draft, Fast, Game, Illegal, Kind, Match, Needed, Of, Record, Setup, Viewer};

use super::{Effort, Verdict, broken};

/// Every seat count with the defaults, with every single value of every option, and with random mixes.
pub(super) fn setups<G: Game>(effort: Effort, rng: &mut Fast) -> Vec<Setup<G>> {
    let mut setups = Vec::new();
    for seats in G::INFO.seats.0..=G::INFO.seats.1 {
        setups.extend(Draft::new(seats).admit());
        for choice in G::Options::KEYS {
            for value in &choice.values[1..] {
                setups.extend(pinned(seats, choice.key, value, rng));
            }
        }
        setups.extend((0..effort.mixes).filter_map(|_| mixed(seats, None, rng)));
    }
    setups
}

/// A setup with that value: the rest at its default where the game admits that, else any mix that it admits.
fn pinned<G: Game>(seats: usize, key: &str, value: &str, rng: &mut Fast) -> Option<Setup<G>> {
    let mut draft = Draft::<G>::new(seats);
    draft.options.set(key, value).ok()?;
    draft.admit().ok().or_else(|| mixed(seats, Some((key, value)), rng))
}

/// Any setup that the game admits.
pub(super) fn any<G: Game>(rng: &mut Fast) -> Option<Setup<G>> {
    let (least, most) = G::INFO.seats;
    mixed(least + rng.below((most - least) as u32 + 1) as usize, None, rng)
}

fn mixed<G: Game>(seats: usize, pin: Option<(&str, &str)>, rng: &mut Fast) -> Option<Setup<G>> {
    (0..200).find_map(|_| {
        let mut draft = Draft::<G>::new(seats);
        for choice in G::Options::KEYS {
            let value: &&str = rng.pick(choice.values);
            draft.options.set(choice.key, value).ok()?;
        }
        if let Some((key, value)) = pin {
            draft.options.set(key, value).ok()?;
        }
        draft.admit().ok()
    })
}

/// What an option needs is all that it needs: with it, at a full table, each value is admitted; without it, refused.
pub(super) fn options<G: Game>() -> Verdict {
    let law = "options";
    let most = G::INFO.seats.1;
    let admits = |seats: usize, options: &[(&str, &str)]| -> Result<Result<(), Vec<Illegal>>, (&'static str, String)> {
        let mut draft = Draft::<G>::new(seats);
        let set = options.iter().try_for_each(|(key, value)| draft.options.set(key, value));
        set.map_err(|error| (law, error.to_string()))?;
        Ok(draft.admit().map(|_| ()))
    };
    for choice in G::Options::KEYS {
        for value in &choice.values[1..] {
            let needed = choice.needs.iter().filter_map(|need| match need.what {
                Needed::Option(key, value) => Some((key, value)),
                Needed::Seats(_) => None,
            });
            let whole: Vec<_> = needed.chain([(choice.key, *value)]).collect();
            if let Err(objections) = admits(most, &whole)? {
                return broken(law, format!("{whole:?} has all that it needs, and is refused: {objections:?}"));
            }
            for need in choice.needs {
                let admitted = match need.what {
                    Needed::Option(key, _) => {
                        let without: Vec<_> = whole.iter().copied().filter(|(other, _)| *other != key).collect();
                        admits(most, &without)?
                    }
                    Needed::Seats(least) => admits(least - 1, &whole)?,
                };
                if admitted.is_ok() {
                    return broken(law, format!("{}={value} is admitted without {need}", choice.key));
                }
            }
        }
    }
    Ok(())
}

/// The record, read back from its text, gives the same position, the same sheet and the same views; so does
/// going back to any step and on again.
pub(super) fn replays<G: Game>(game: &Match<G>, rng: &mut Fast) -> Verdict {
    let law = "replay";
    let text = game.record().to_string();
    let read: Record = text.parse().map_err(|fault| (law, format!("the record cannot be read: {fault}")))?;
    let kind: &dyn Kind = Of::<G>::KIND;
    let again = kind.replay(&read, None).map_err(|fault| (law, format!("the record cannot be replayed: {fault}")))?;
    let Some(again) = again.as_any().downcast_ref::<Match<G>>() else {
        return broken(law, "the replayed match is of another game");
    };
    if again.state() != game.state() {
        return broken(law, format!("another position came out: {:?}\nnot {:?}", again.state(), game.state()));
    }
    if again.sheet() != game.sheet() {
        return broken(law, format!("another score sheet came out: {:?}", again.sheet()));
    }
    for viewer in Viewer::every(game.setup().seats()) {
        if again.state().view(viewer) != game.state().view(viewer) {
            return broken(law, format!("{viewer:?} sees another position"));
        }
    }
    let middle = rng.below(game.steps().len() as u32 + 1) as usize;
    let mut taken_back = game.clone();
    let note = engine::Note::Undo(engine::Seat::A, middle);
    taken_back.note(note).map_err(|refused| (law, refused.to_string()))?;
    for step in &game.steps()[middle..] {
        taken_back.apply(*step);
    }
    if taken_back.state() != game.state() || taken_back.sheet() != game.sheet() {
        return broken(law, format!("going back to step {middle} and on again gives another position"));
    }
    Ok(())
}
