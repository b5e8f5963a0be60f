//! Whole games with two players and one who looks on: every byte that was sent against what each may know.

use engine::{Fast, Note, Record, RecordEntry, Seat, Viewer};
use load::{Player, Seen};
use protocol::{Changes, Line, LineKind, ToClient};
use session::{Presence, Reader, Table};

use crate::test_server::{TestServer, is_over, play_once};

/// More decisions than any of the games takes at random.
const MOST: usize = 8_000;

#[tokio::test(flavor = "multi_thread")]
async fn tikal_tells_each_what_they_may_know() {
    whole_game("tikal", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thebes_tells_each_what_they_may_know() {
    let hidden = whole_game("thebes", 2).await;
    assert!(hidden > 0, "a game of Thebes hides something from somebody, or this test looks at nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn tongiaki_tells_each_what_they_may_know() {
    whole_game("tongiaki", 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn inka_tells_each_what_they_may_know() {
    whole_game("inka", 4).await;
}

/// Plays a game to its end, judges all that was sent, and gives how many words were hidden from somebody.
async fn whole_game(game: &str, number: u64) -> usize {
    let server = TestServer::open().await;
    let [ada, bob] = server.pair(game).await;
    let id = ada.table.clone();
    let looks_on = Player::follow(&server.guest().await, &id, None, None).await.unwrap();
    let mut all = vec![ada, bob, looks_on];
    let mut rng = Fast::new(number);
    let mut played = 0;
    while play_once(&mut all, &mut rng).await {
        played += 1;
        assert!(played < MOST, "{game} does not end");
    }
    for player in &all {
        assert!(is_over(player), "{game} is over after {played} decisions");
    }
    verify(&all[0].person.record(&id).await.unwrap());
    let (seed, log) = server.log(&id).await;
    let fold = |entries: usize| {
        let entries = log.iter().take(entries).map(|(at, body)| (*at, body.as_str()));
        Table::fold(&id, seed, entries).unwrap()
    };
    let truth = fold(log.len());
    let mut table = fold(1);
    let mut hidden = 0;
    let mut judges: Vec<Judge<'_>> =
        all.iter().enumerate().map(|(index, player)| Judge::of(index, player, &truth)).collect();
    judges.iter_mut().for_each(|judge| judge.judge(&table));
    for (at, body) in &log[1..] {
        table.catch_up([(*at, body.as_str())]);
        judges.iter_mut().for_each(|judge| judge.judge(&table));
    }
    for judge in judges {
        assert!(
            judge.texts.is_empty(),
            "{game}: texts about versions that the log does not have: {:?}",
            judge.texts[0]
        );
        assert!(judge.judged > 20, "{game}: only {} messages were judged", judge.judged);
        hidden += judge.hidden;
    }
    server.running.stop().await;
    hidden
}

/// Goes through what one client was sent, version by version.
struct Judge<'a> {
    index: usize,
    texts: &'a [(String, ToClient)],
    /// What each pair of eyes that the client may have can read: the lines, and the steps of the record.
    truth: Vec<(Viewer, Vec<Line>, Record)>,
    /// The record with nothing left out.
    whole: Record,
    seen: Seen,
    judged: usize,
    hidden: usize,
}

impl<'a> Judge<'a> {
    fn of(index: usize, player: &'a Player, table: &Table) -> Judge<'a> {
        let game = table.game().unwrap();
        let viewers = [Viewer::Seat(Seat::new(index.min(1))), Viewer::Spectator, Viewer::All];
        let truth = viewers.map(|viewer| (viewer, table.all_lines(viewer), game.redacted(viewer))).into();
        Judge { index, texts: &player.texts, truth, whole: game.record(), seen: Seen::default(), judged: 0, hidden: 0 }
    }

    /// Judges all that was sent about the table's present version.
    fn judge(&mut self, table: &Table) {
        while let Some(((text, message), rest)) = self.texts.split_first() {
            let version = match message {
                ToClient::State(state) => state.version,
                ToClient::News(news) => news.version,
                ToClient::Done(done) => {
                    assert!(self.index < 2, "who looks on does nothing");
                    assert_eq!(*text, serde_json::to_string(&ToClient::Done(done.clone())).unwrap());
                    self.texts = rest;
                    continue;
                }
                other => panic!("nobody asked for {other:?}"),
            };
            if version != table.version() {
                return;
            }
            self.weigh(table, text, message);
            self.texts = rest;
        }
    }

    /// One message: nothing stands in it beside the fields that are looked at here.
    fn weigh(&mut self, table: &Table, text: &str, message: &ToClient) {
        assert_eq!(*text, serde_json::to_string(message).unwrap(), "every byte belongs to a field");
        self.seen.take(message).unwrap();
        let reader = self.reader(table);
        let (facts, game, now, lines, since) = match message {
            ToClient::State(state) => (Some(&state.table), state.game.as_ref(), state.now, &state.lines, 0),
            ToClient::News(news) => {
                let game = self.seen.game.as_ref().filter(|_| news.game.is_some());
                (news.table.as_ref(), game, news.now, &news.lines, news.since)
            }
            _ => unreachable!(),
        };
        if let Some(facts) = facts {
            let connected = facts.seats.iter().filter(|seat| seat.connected);
            let people = connected.filter_map(|seat| match &seat.sitter {
                protocol::Sitter::Person { id, .. } => Some(id.clone()),
                _ => None,
            });
            assert_eq!(*facts, table.facts(&Presence { people: people.collect(), spectators: 0 }));
        }
        if let Some(game) = game {
            assert_eq!(*game, table.match_state(&reader, now).unwrap());
        }
        if let Some(game) = table.game() {
            let viewer = if game.hides() { reader.viewer } else { Viewer::Spectator };
            assert_eq!(self.seen.view, game.view(viewer), "the view of {:?} at {}", reader.viewer, table.version());
        }
        let (_, truth, redacted) = self.truth.iter().find(|(viewer, ..)| *viewer == reader.viewer).unwrap();
        let now = |line: &&Line| line.version > since && line.version <= table.version();
        let truth: Vec<&Line> = truth.iter().filter(now).collect();
        // What the changes of the lines make is the view, which was judged above.
        let lines: Vec<Line> = lines.iter().map(|line| Line { changes: Changes::default(), ..line.clone() }).collect();
        // A whole state brings the last lines alone.
        let skipped = if since == 0 { truth.len().saturating_sub(100) } else { 0 };
        assert_eq!(lines.iter().collect::<Vec<_>>(), truth[skipped..], "{:?} at {}", reader.viewer, table.version());
        self.hidden += hidden(&self.whole, redacted, &lines, text);
        self.judged += 1;
    }

    fn reader(&self, table: &Table) -> Reader {
        let yours =
            if self.index < 2 && table.people().len() > self.index { vec![Seat::new(self.index)] } else { vec![] };
        // The last steps are told as each may see them; the whole that everybody sees comes after them.
        let sees_all = self.seen.game.as_ref().is_some_and(|game| game.eyes == "all");
        assert!(!sees_all || *table.stage() == protocol::Stage::Over, "everything is shown before the end");
        let viewer = match yours.first() {
            _ if sees_all => Viewer::All,
            Some(seat) => Viewer::Seat(*seat),
            None => Viewer::Spectator,
        };
        Reader { yours, viewer }
    }
}

/// Compares the words of steps with the record as a viewer may read it. Returns how many are hidden from them.
fn hidden(whole: &Record, redacted: &Record, lines: &[Line], text: &str) -> usize {
    let steps = |record: &Record| -> Vec<String> {
        let words = |line: &engine::RecordLine| match &line.entry {
            RecordEntry::Step { words, .. } => Some(words.clone()),
            RecordEntry::Note(_) => None,
        };
        record.lines.iter().filter_map(words).collect()
    };
    let (whole, redacted) = (steps(whole), steps(redacted));
    let mut hidden = 0;
    for line in lines {
        let LineKind::Step { step, words, .. } = &line.what else { continue };
        assert_eq!(*words, redacted[*step], "step {step}");
        if whole[*step] != redacted[*step] {
            hidden += 1;
            assert!(!text.contains(&format!("\"{}\"", whole[*step])), "{} was shown in {text}", whole[*step]);
        }
    }
    hidden
}

/// What `quipu verify` checks: the steps are legal, the result is theirs, the seed fits, and every draw follows from
/// it.
pub(crate) fn verify(text: &str) {
    let record: Record = text.parse().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let kind = catalog::find(&record.game).unwrap().kind();
    let replayed = kind.replay(&record, None).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(record.result, Some(replayed.outcome().points));
    let seed = record.seed.expect("the seed is shown when the match is over");
    assert_eq!(Some(seed.commitment()), record.commit);
    assert_eq!(record.nonces.len(), 2, "both added to the seed");
    let draws = seed.draws(&record.nonces);
    let mut game = kind.open_record(&record).unwrap();
    let mut drawn = 0;
    for line in &record.lines {
        match &line.entry {
            RecordEntry::Step { by, words } => {
                if by.is_none() {
                    assert_eq!(game.foretold(&draws), *words, "line {}", line.number);
                    drawn += 1;
                }
                game.play(*by, words).unwrap();
            }
            RecordEntry::Note(note) => {
                assert!(!matches!(note, Note::Undo(..)));
                game.note(note.clone()).unwrap();
            }
        }
    }
    assert!(drawn > 0, "something is drawn in every game");
}
