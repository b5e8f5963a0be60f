//! A review as one page that needs nothing else: the curve, the seats, and the turns that lost something with boards.

use std::fmt::{self, Write};

use catalog::GameEntry;
use catalog::review::{Class, Point, Prospect, Review, ReviewedTurn, SeatReview};
use engine::{AnyMatch, Colour, Fault, Record, Viewer};

use super::print;

/// Writes the page.
pub(crate) fn page(entry: &dyn GameEntry, record: &Record, review: &Review) -> Result<String, Fault> {
    let mut boards = Vec::new();
    for (number, turn) in review.turns.iter().enumerate().filter(|(_, turn)| shown(turn)) {
        boards.push((number, turn, boards_of(entry, record, turn)?));
    }
    let mut html = String::new();
    // Writing to a string never fails.
    let _ = write_page(&mut html, entry.kind().info().name, review, &boards);
    Ok(html)
}

fn shown(turn: &ReviewedTurn) -> bool {
    turn.class >= Class::Inaccurate && !turn.others.is_empty()
}

/// The board behind what was played, and behind the best other turn.
fn boards_of(entry: &dyn GameEntry, record: &Record, turn: &ReviewedTurn) -> Result<[String; 2], Fault> {
    let before = entry.kind().replay(record, Some(turn.at))?;
    let played = entry.kind().replay(record, Some(turn.to))?;
    let mut better = before.duplicate();
    for words in &turn.others[0].words {
        if better.play(Some(turn.seat), words).is_err() {
            break;
        }
    }
    let picture = |game: &dyn AnyMatch| entry.position_of(game).picture(Viewer::All).to_svg();
    Ok([picture(&*played), picture(&*better)])
}

const STYLE: &str = "
:root{color-scheme:light dark;--paper:#f6f0e2;--ink:#332b22;--faint:#6f6455;--line:#d8ccb4}
@media(prefers-color-scheme:dark){:root{--paper:#221d18;--ink:#efe6d4;--faint:#b3a78f;--line:#4a4136}}
body{margin:0 auto;max-width:1100px;padding:16px;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
h1,h2,h3{font-family:Georgia,serif}table{border-collapse:collapse;width:100%}
th,td{padding:6px 8px;border-bottom:1px solid var(--line);text-align:right;font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left}.small{color:var(--faint);font-size:14px}.scroll{overflow-x:auto}
.boards{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:16px}
figure{margin:0}figure>svg{width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0}.band{fill:var(--faint);opacity:.25}a{color:inherit}
section{margin:32px 0}svg.curve{width:100%;height:auto}svg.curve text{fill:var(--faint);font-size:13px}
";

type Shown<'a> = (usize, &'a ReviewedTurn, [String; 2]);

fn write_page(out: &mut String, game: &str, review: &Review, boards: &[Shown<'_>]) -> fmt::Result {
    let names: Vec<String> = review.seats.iter().map(|seat| escaped(&seat.name)).collect();
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{game}: review</title><style>{STYLE}</style></head><body>\n<h1>{game}: {}</h1>\n",
        names.join(", ")
    )?;
    let by = if review.plan.open { "with open cards" } else { "by what each player could know at the time" };
    writeln!(out, "<p class=\"small\">A {} review, judged {by}.</p>", review.plan.level.word())?;
    write_curves(out, review)?;
    write_seats(out, review)?;
    write_moments(out, review)?;
    for (number, turn, pictures) in boards {
        write_turn(out, *number, turn, pictures, review)?;
    }
    out.push_str("</body></html>\n");
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn percent(share: f64) -> String {
    format!("{:+.1} %", 100.0 * share)
}

/// The dashes by which the lines of the seats differ besides their colours.
const DASHES: [&str; 6] = ["", "8 4", "2 4", "12 4 2 4", "4 2", "1 3"];

/// What a plot shows: from where to where, with lines at some values.
struct Ground {
    width: f64,
    height: f64,
    steps: f64,
    low: f64,
    high: f64,
    lines: Vec<f64>,
    unit: &'static str,
}

impl Ground {
    const LEFT: f64 = 50.0;

    /// For chances to win.
    fn wins(review: &Review, width: f64, height: f64) -> Ground {
        let lines = vec![0.0, 0.25, 0.5, 0.75, 1.0];
        Ground { width, height, steps: steps(review), low: 0.0, high: 1.0, lines, unit: " %" }
    }

    /// For margins: as wide as they go, in round numbers.
    fn margins(review: &Review, width: f64, height: f64) -> Ground {
        let all = review.curve.iter().flat_map(|point| &point.seats).map(|seat| seat.margin.abs());
        let most = all.fold(4.0, f64::max);
        let size = [2.0, 5.0, 10.0, 20.0, 50.0, 100.0].into_iter().find(|size| most / size <= 4.0).unwrap_or(200.0);
        let reach = (most / size).ceil() * size;
        let count = (2.0 * reach / size).round() as i32;
        let lines = (0..=count).map(|line| f64::from(line) * size - reach).collect();
        Ground { width, height, steps: steps(review), low: -reach, high: reach, lines, unit: "" }
    }

    fn x(&self, step: usize) -> f64 {
        Ground::LEFT + (self.width - Ground::LEFT - 10.0) * step as f64 / self.steps
    }

    fn y(&self, value: f64) -> f64 {
        10.0 + (self.height - 24.0) * (1.0 - (value - self.low) / (self.high - self.low))
    }

    fn open(&self, out: &mut String, words: &str) -> fmt::Result {
        let Ground { width, height, .. } = self;
        let words = escaped(words);
        writeln!(out, "<svg class=\"curve\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{words}\">")?;
        for value in &self.lines {
            let (at, left) = (self.y(*value), Ground::LEFT);
            let label = if self.unit.is_empty() { format!("{value:+.0}") } else { format!("{:.0} %", 100.0 * value) };
            writeln!(
                out,
                "<line x1=\"{left}\" x2=\"{width}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"var(--line)\"/>\
                 <text x=\"0\" y=\"{:.1}\">{label}</text>",
                at + 4.0
            )?;
        }
        Ok(())
    }

    fn points(&self, values: impl Iterator<Item = (usize, f64)>) -> String {
        values.map(|(step, value)| format!("{:.1},{:.1}", self.x(step), self.y(value))).collect::<Vec<_>>().join(" ")
    }

    fn line(&self, out: &mut String, seat: &SeatReview, values: impl Iterator<Item = (usize, f64)>) -> fmt::Result {
        writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\" stroke-dasharray=\"{}\" points=\"{}\">\
             <title>{}</title></polyline>",
            Colour::of(seat.seat),
            DASHES[seat.seat.index()],
            self.points(values),
            escaped(&seat.name)
        )
    }
}

fn steps(review: &Review) -> f64 {
    review.curve.last().map_or(1, |point| point.step).max(1) as f64
}

/// A seat as the plots mark it: its line, its letter, its name.
fn mark(seat: &SeatReview) -> String {
    let (colour, dashes) = (Colour::of(seat.seat), DASHES[seat.seat.index()]);
    format!(
        "<svg width=\"30\" height=\"10\" aria-hidden=\"true\"><line x1=\"0\" x2=\"30\" y1=\"5\" y2=\"5\" \
         stroke=\"{colour}\" stroke-width=\"3\" stroke-dasharray=\"{dashes}\"/></svg> {} {}",
        seat.seat,
        escaped(&seat.name)
    )
}

fn write_curves(out: &mut String, review: &Review) -> fmt::Result {
    let legend: Vec<String> = review.seats.iter().map(|seat| format!("<span>{}</span>", mark(seat))).collect();
    let legend = format!("<p class=\"legend\">{}</p>", legend.join(" "));
    let plots = [
        ("Chance to win", Ground::wins(review, 1000.0, 260.0), (|one| one.win) as fn(&Prospect) -> f64),
        ("Expected lead in points at the end", Ground::margins(review, 1000.0, 260.0), |one| one.margin),
    ];
    for (head, ground, value) in plots {
        writeln!(out, "<section><h2>{head}</h2>{legend}")?;
        ground.open(out, &format!("{head}, over the match"))?;
        for seat in &review.seats {
            let own = |point: &Point| (point.step, value(&point.seats[seat.seat.index()]));
            ground.line(out, seat, review.curve.iter().map(own))?;
        }
        out.push_str("</svg></section>\n");
    }
    write_luck(out, review)
}

/// Each seat's chance with what luck alone could have done.
fn write_luck(out: &mut String, review: &Review) -> fmt::Result {
    out.push_str(
        "<section><h2>What luck alone could do</h2><p class=\"small\">In four of five matches luck alone would have \
         led into the band.</p><div class=\"boards\">\n",
    );
    let ground = Ground::wins(review, 500.0, 180.0);
    for seat in &review.seats {
        let index = seat.seat.index();
        writeln!(out, "<figure>")?;
        ground.open(out, &format!("Chance to win of {}, with the band of luck", seat.name))?;
        let upper = review.curve.iter().map(|point| (point.step, point.band[index][1].win));
        let lower = review.curve.iter().rev().map(|point| (point.step, point.band[index][0].win));
        writeln!(out, "<polygon class=\"band\" points=\"{}\"/>", ground.points(upper.chain(lower)))?;
        ground.line(out, seat, review.curve.iter().map(|point| (point.step, point.seats[index].win)))?;
        let luck = seat.account.shares.luck;
        writeln!(
            out,
            "</svg><figcaption>{}: luck {}, {:+.1} points</figcaption></figure>",
            mark(seat),
            percent(luck.win),
            luck.margin
        )?;
    }
    out.push_str("</div></section>\n");
    Ok(())
}

fn write_seats(out: &mut String, review: &Review) -> fmt::Result {
    out.push_str(
        "<section><h2>Luck and choice</h2><div class=\"scroll\"><table><thead><tr><th>Seat</th><th>Accuracy</th>\
         <th>First</th><th>Luck</th><th>Choice</th><th>Others</th>\
         <th>Reckoning</th><th>Result</th></tr></thead><tbody>\n",
    );
    for seat in &review.seats {
        let account = &seat.account;
        let shares = &account.shares;
        let cell = |prospect: Prospect| format!("<td>{}<br>{:+.1}</td>", percent(prospect.win), prospect.margin);
        let level = |prospect: Prospect| format!("<td>{:.1} %<br>{:+.1}</td>", 100.0 * prospect.win, prospect.margin);
        let accuracy = seat.accuracy.map_or("–".to_owned(), |accuracy| format!("{:.0} %", 100.0 * accuracy));
        let changes = [shares.luck, shares.choice, shares.others, shares.reckoning].map(cell).concat();
        writeln!(
            out,
            "<tr><td>{}</td><td>{accuracy}</td>{}{changes}{}</tr>",
            mark(seat),
            level(account.first),
            level(account.result)
        )?;
    }
    out.push_str(
        "</tbody></table></div><p class=\"small\">First, luck, choice, what the others did and the reckoning add up to \
         the result. Each cell has the chance to win, and below it points against the strongest rival.</p></section>\n",
    );
    Ok(())
}

fn write_moments(out: &mut String, review: &Review) -> fmt::Result {
    out.push_str("<section><h2>Key moments</h2><div class=\"boards\">\n");
    for seat in review.seats.iter().filter(|seat| !seat.moments.is_empty()) {
        writeln!(out, "<div><h3>{}</h3><ol>", mark(seat))?;
        for moment in &seat.moments {
            let (number, change) = (moment.turn + 1, percent(moment.change.win));
            let told = print::told(moment);
            match review.turns.get(moment.turn).filter(|turn| shown(turn)) {
                Some(_) => writeln!(out, "<li><a href=\"#turn{number}\">Turn {number}</a>: {told}, {change}</li>")?,
                None => writeln!(out, "<li>Turn {number}: {told}, {change}</li>")?,
            }
        }
        out.push_str("</ol></div>\n");
    }
    out.push_str("</div></section>\n");
    Ok(())
}

/// By how much another turn was better, in one sentence: in points where they say something, else as a chance.
fn worth(more: Prospect) -> String {
    if more.margin >= 0.75 {
        let points = more.margin.round();
        return format!("The other turn was worth about {points} point{} more.", if points > 1.0 { "s" } else { "" });
    }
    format!("The other turn was worth {:.0} % more of a chance to win.", 100.0 * more.win)
}

fn write_turn(
    out: &mut String,
    number: usize,
    turn: &ReviewedTurn,
    boards: &[String; 2],
    review: &Review,
) -> fmt::Result {
    let (name, other) = (&review.seats[turn.seat.index()].name, &turn.others[0]);
    let change = turn.change[turn.seat.index()];
    writeln!(
        out,
        "<section id=\"turn{0}\"><h2>Turn {0}, {1} {2}: {3} ({4})</h2>",
        number + 1,
        turn.seat,
        escaped(name),
        turn.class.word(),
        percent(change.win)
    )?;
    let worth = worth(other.prospect - turn.played);
    writeln!(out, "<p>{worth}</p><div class=\"boards\">")?;
    let figures = [("Played", &turn.words, turn.played), ("Better", &other.words, other.prospect)];
    for ((head, words, prospect), board) in figures.into_iter().zip(boards) {
        let (chance, words) = (100.0 * prospect.win, escaped(&words.join(" · ")));
        writeln!(out, "<figure>{board}<figcaption><b>{head}, {chance:.0} %:</b> {words}</figcaption></figure>")?;
    }
    out.push_str("</div></section>\n");
    Ok(())
}
