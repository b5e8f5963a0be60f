//! A review as one page that needs nothing else: the curve, the seats, and the turns that lost something with boards.

use std::fmt::{self, Write};

use catalog::GameEntry;
use catalog::review::{Class, MomentKind, Prospect, Review, Turn};
use engine::{AnyMatch, Colour, Fault, Record, Viewer};

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

fn shown(turn: &Turn) -> bool {
    turn.class >= Class::Inaccurate && !turn.others.is_empty()
}

/// The board behind what was played, and behind the best other turn.
fn boards_of(entry: &dyn GameEntry, record: &Record, turn: &Turn) -> Result<[String; 2], Fault> {
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
figure{margin:0}figure svg{width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
section{margin:32px 0}svg.curve{width:100%;height:auto}svg.curve text{fill:var(--faint);font-size:13px}
";

type Shown<'a> = (usize, &'a Turn, [String; 2]);

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
    write_curve(out, review)?;
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

fn write_curve(out: &mut String, review: &Review) -> fmt::Result {
    let (width, height, left) = (1000.0, 260.0, 46.0);
    let steps = review.curve.last().map_or(1, |point| point.step).max(1) as f64;
    let x = |step: usize| left + (width - left - 10.0) * step as f64 / steps;
    let y = |win: f64| 10.0 + (height - 40.0) * (1.0 - win);
    writeln!(
        out,
        "<section><h2>Chance to win</h2><svg class=\"curve\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"Chance to win over the match\">"
    )?;
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let at = y(share);
        let label = 100.0 * share;
        writeln!(
            out,
            "<line x1=\"{left}\" x2=\"{width}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"var(--line)\"/>\
             <text x=\"0\" y=\"{:.1}\">{label:.0} %</text>",
            at + 4.0
        )?;
    }
    for seat in &review.seats {
        let index = seat.seat.index();
        let points = review.curve.iter().map(|point| format!("{:.1},{:.1}", x(point.step), y(point.seats[index].win)));
        writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\" stroke-dasharray=\"{}\" points=\"{}\">\
             <title>{}</title></polyline>",
            Colour::of(seat.seat),
            DASHES[index],
            points.collect::<Vec<_>>().join(" "),
            escaped(&seat.name)
        )?;
    }
    out.push_str("</svg></section>\n");
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
        let accuracy = seat.accuracy.map_or("–".to_owned(), |accuracy| format!("{:.0} %", 100.0 * accuracy));
        let cells = [account.first, shares.luck, shares.choice, shares.others, shares.reckoning, account.result];
        writeln!(
            out,
            "<tr><td><svg width=\"14\" height=\"14\"><circle cx=\"7\" cy=\"7\" r=\"6\" fill=\"{}\"/></svg> {} {}</td>\
             <td>{accuracy}</td>{}</tr>",
            Colour::of(seat.seat),
            seat.seat,
            escaped(&seat.name),
            cells.map(cell).concat()
        )?;
    }
    out.push_str(
        "</tbody></table></div><p class=\"small\">First, luck, choice, what the others did and the reckoning add up to \
         the result. Each cell has the chance to win, and below it points against the strongest rival.</p></section>\n",
    );
    Ok(())
}

fn write_moments(out: &mut String, review: &Review) -> fmt::Result {
    out.push_str("<section><h2>Key moments</h2>\n");
    for seat in review.seats.iter().filter(|seat| !seat.moments.is_empty()) {
        writeln!(out, "<h3>{} {}</h3><ol>", seat.seat, escaped(&seat.name))?;
        for moment in &seat.moments {
            let what = match moment.kind {
                MomentKind::Lost => "a better turn was possible",
                MomentKind::Found => "the best turn, clearly",
                MomentKind::Luck => "luck",
                MomentKind::Given => "what another player did",
            };
            writeln!(out, "<li>Turn {}: {what}, {}</li>", moment.turn + 1, percent(moment.change.win))?;
        }
        out.push_str("</ol>\n");
    }
    out.push_str("</section>\n");
    Ok(())
}

fn write_turn(out: &mut String, number: usize, turn: &Turn, boards: &[String; 2], review: &Review) -> fmt::Result {
    let (name, other) = (&review.seats[turn.seat.index()].name, &turn.others[0]);
    let change = turn.change[turn.seat.index()];
    writeln!(
        out,
        "<section><h2>Turn {}, {} {}: {} ({})</h2>",
        number + 1,
        turn.seat,
        escaped(name),
        turn.class.word(),
        percent(change.win)
    )?;
    let points = other.prospect.margin - turn.played.margin;
    writeln!(out, "<p>The other turn was worth about {points:+.1} points more.</p><div class=\"boards\">")?;
    let figures = [("Played", &turn.words, turn.played), ("Better", &other.words, other.prospect)];
    for ((head, words, prospect), board) in figures.into_iter().zip(boards) {
        let (chance, words) = (100.0 * prospect.win, escaped(&words.join(" · ")));
        writeln!(out, "<figure>{board}<figcaption><b>{head}, {chance:.0} %:</b> {words}</figcaption></figure>")?;
    }
    out.push_str("</div></section>\n");
    Ok(())
}
