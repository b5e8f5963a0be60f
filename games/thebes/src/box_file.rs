//! From the box's file to the box: reads every row, then looks at the whole.

use engine::{BoxFault, clip};
use toml::de::DeTable;

use crate::box_reader::{Faults, Row};
use crate::region::{ByRegion, Region};
use crate::stock::{DigRows, Find, FindKind, FindPrint, Group, Level, Permits, Print, Professor, ThebesBox};

/// The most weeks that a card may ask for.
const MOST_WEEKS: u8 = 50;
/// The most points that a card may give.
const MOST_POINTS: u8 = 99;
/// The cards with a green back (H2).
const GREEN: u32 = 79;
/// The cards with the back of one region (H2).
const PER_REGION: usize = 21;

/// Reads a box, or says everything that is wrong with it.
pub(crate) fn read(text: &str) -> Result<ThebesBox, Vec<BoxFault>> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut faults = Faults::new(text);
    for error in &errors {
        let line = error.span().map(|span| faults.line(span.start));
        faults.add(line, error.message().to_owned());
    }
    if !errors.is_empty() {
        // What a file that is no TOML lacks is no fault of the box.
        return Err(faults.into_found());
    }
    let mut draft = Draft { faults, prints: Vec::new(), finds: Vec::new(), piles: ByRegion::default() };
    let read = draft.read(Row::new(document.get_ref(), 1));
    match read {
        Some(stock) if draft.faults.count() == 0 => Ok(stock),
        _ => Err(draft.faults.into_found()),
    }
}

/// A box that is being read. The numbers beside the prints are the lines where they stand.
pub(crate) struct Draft<'t> {
    faults: Faults<'t>,
    pub(crate) prints: Vec<(usize, Print)>,
    pub(crate) finds: Vec<(usize, FindPrint)>,
    pub(crate) piles: ByRegion<PileDraft>,
}

/// The cards of one region that is being read.
#[derive(Default)]
pub(crate) struct PileDraft {
    pub(crate) artifacts: Vec<Find>,
    pub(crate) substitutes: Vec<Find>,
    pub(crate) knowledge: Vec<Find>,
    pub(crate) rubble: usize,
}

impl Draft<'_> {
    fn read(&mut self, file: Row<'_, '_>) -> Option<ThebesBox> {
        let lists = [
            "permits",
            "professors",
            "knowledge",
            "general",
            "congress",
            "actions",
            "exhibitions",
            "museums",
            "artifacts",
            "knowledge_finds",
            "substitutes",
            "rubble",
            "congress_points",
            "dig_table",
        ];
        file.only(&mut self.faults, &lists, &[]);
        let permits = self.permits(file);
        let professors = self.professors(file);
        self.knowledge(file);
        self.actions(file);
        self.exhibitions(file);
        self.museums(file);
        self.artifacts(file);
        self.knowledge_finds(file);
        self.rubble(file);
        let rows_read = self.faults.count() == 0;
        self.words_are_unique();
        let congress_points = self.congress_points(file);
        let dig = self.dig_tables(file);
        if rows_read {
            self.counts(file);
        }
        (self.faults.count() == 0).then(|| self.build(permits, professors, congress_points, &dig))
    }

    fn permits(&mut self, file: Row<'_, '_>) -> [Permits; 3] {
        let mut permits = [None; 3];
        for row in file.rows(&mut self.faults, "permits") {
            row.finish(&mut self.faults, &["seats", "region", "generic"]);
            let seats = row.number(&mut self.faults, "seats", 2, 4);
            let region = row.number(&mut self.faults, "region", 0, 9).unwrap_or(0);
            let generic = row.number(&mut self.faults, "generic", 0, 9).unwrap_or(0);
            let Some(seats) = seats else { continue };
            if permits[seats as usize - 2].replace(Permits { region, generic }).is_some() {
                self.faults.add(row.line, format!("the permits for {seats} players stand here a second time"));
            }
        }
        for (at, each) in permits.iter().enumerate() {
            if each.is_none() {
                let line = file.line_of(&self.faults, "permits");
                self.faults.add(line, format!("the permits for {} players are missing", at + 2));
            }
        }
        permits.map(Option::unwrap_or_default)
    }

    fn professors(&mut self, file: Row<'_, '_>) -> [Professor; 5] {
        let mut professors = [None; 5];
        for row in file.rows(&mut self.faults, "professors") {
            row.finish(&mut self.faults, &["of", "knowledge", "points"]);
            let of = row.text(&mut self.faults, "of").unwrap_or_default();
            let knowledge = row.number(&mut self.faults, "knowledge", 1, 99).unwrap_or(1);
            let points = row.number(&mut self.faults, "points", 0, MOST_POINTS).unwrap_or(0);
            let at = if of == "greatest" { Some(4) } else { Region::from_word(of).map(Region::index) };
            let Some(at) = at else {
                self.faults.add(row.line, format!("'{}' is neither a region nor \"greatest\"", clip(of)));
                continue;
            };
            if professors[at].replace(Professor { knowledge, points }).is_some() {
                self.faults.add(row.line, format!("there is one professor of {of}, this is a second"));
            }
        }
        let there = professors.iter().flatten().count();
        if there < 5 {
            let line = file.line_of(&self.faults, "professors");
            self.faults.add(line, format!("there are 5 professors, one of each region and the greatest, not {there}"));
        }
        professors.map(Option::unwrap_or_default)
    }

    /// Adds a green card whose word is the given one with the row's suffix behind.
    fn green(&mut self, row: Row<'_, '_>, word: &str, group: Group, numbers: Numbers) {
        let word = match row.optional_text(&mut self.faults, "suffix") {
            Some(suffix) if is_word(suffix) => format!("{word}-{suffix}"),
            Some(suffix) => {
                let what = format!("the suffix '{}' must be small letters, digits and dashes", clip(suffix));
                self.faults.add(row.line, what);
                return;
            }
            None => word.to_owned(),
        };
        let Numbers { weeks, play, points, copies } = numbers;
        self.prints.push((row.line, Print { word, group, weeks, play, points, copies, slots: 0 }));
    }

    fn knowledge(&mut self, file: Row<'_, '_>) {
        for row in file.rows(&mut self.faults, "knowledge") {
            row.finish(&mut self.faults, &["region", "value", "weeks", "count", "suffix"]);
            let region = row.region(&mut self.faults, "region");
            let value = row.number(&mut self.faults, "value", 1, 9);
            let numbers = self.simple(row);
            let (Some(region), Some(value), Some(numbers)) = (region, value, numbers) else { continue };
            self.green(row, &format!("{region}-{value}"), Group::Knowledge { region, value }, numbers);
        }
        for row in file.rows(&mut self.faults, "general") {
            row.finish(&mut self.faults, &["value", "weeks", "count", "suffix"]);
            let value = row.number(&mut self.faults, "value", 1, 9);
            let (Some(value), Some(numbers)) = (value, self.simple(row)) else { continue };
            self.green(row, &format!("general-{value}"), Group::General { value }, numbers);
        }
        for row in file.rows(&mut self.faults, "congress") {
            row.finish(&mut self.faults, &["weeks", "count", "suffix"]);
            let Some(numbers) = self.simple(row) else { continue };
            self.green(row, "congress", Group::Congress, numbers);
        }
    }

    fn simple(&mut self, row: Row<'_, '_>) -> Option<Numbers> {
        let weeks = row.number(&mut self.faults, "weeks", 0, MOST_WEEKS);
        let copies = row.number(&mut self.faults, "count", 1, GREEN as u8);
        Some(Numbers { weeks: weeks?, copies: copies?, ..Numbers::default() })
    }

    fn actions(&mut self, file: Row<'_, '_>) {
        let mut together: [Option<u8>; 2] = [None; 2];
        for row in file.rows(&mut self.faults, "actions") {
            row.finish(&mut self.faults, &["kind", "region", "take", "play", "count", "suffix"]);
            let kind = row.text(&mut self.faults, "kind").unwrap_or_default();
            let weeks = row.number(&mut self.faults, "take", 0, MOST_WEEKS);
            let play = row.number(&mut self.faults, "play", 0, MOST_WEEKS);
            let copies = row.number(&mut self.faults, "count", 1, GREEN as u8);
            let Some((word, group)) = self.action(row, kind) else { continue };
            let (Some(weeks), Some(play), Some(copies)) = (weeks, play, copies) else { continue };
            let played_by_number = match group {
                Group::Dig => Some(&mut together[0]),
                Group::Assistant => Some(&mut together[1]),
                _ => None,
            };
            if let Some(known) = played_by_number
                && *known.get_or_insert(play) != play
            {
                let what =
                    format!("every {kind} must cost the same weeks to play: a dig's words do not tell them apart");
                self.faults.add(row.line, what);
            }
            self.green(row, &word, group, Numbers { weeks, play, copies, points: 0 });
        }
    }

    fn action(&mut self, row: Row<'_, '_>, kind: &str) -> Option<(String, Group)> {
        let group = match kind {
            "dig" => Group::Dig,
            "scientist" => Group::Scientist,
            "assistant" => Group::Assistant,
            "thief" => Group::Thief(row.region(&mut self.faults, "region")?),
            "raider" => Group::Raider(row.region(&mut self.faults, "region")?),
            _ => {
                let what = format!("'{}' is no kind of action: dig, thief, raider, scientist, assistant", clip(kind));
                self.faults.add(row.line, what);
                return None;
            }
        };
        match group {
            Group::Thief(region) | Group::Raider(region) => Some((format!("{kind}-{region}"), group)),
            _ => {
                if row.optional_text(&mut self.faults, "region").is_some() {
                    self.faults.add(row.line, format!("a {kind} is for any region, leave 'region' out"));
                }
                Some((kind.to_owned(), group))
            }
        }
    }

    fn exhibitions(&mut self, file: Row<'_, '_>) {
        for row in file.rows(&mut self.faults, "exhibitions") {
            row.finish(&mut self.faults, &["name", "points", "levels", "suffix"]);
            let name = row.text(&mut self.faults, "name").unwrap_or_default();
            if !is_word(name) {
                let what = format!("the name '{}' must be small letters, digits and dashes", clip(name));
                self.faults.add(row.line, what);
            }
            let points = row.number(&mut self.faults, "points", 0, MOST_POINTS);
            let levels = self.levels(row);
            let (Some(points), Some(levels)) = (points, levels) else { continue };
            let numbers = Numbers { points, copies: 1, ..Numbers::default() };
            self.green(row, &format!("exhibition-{name}"), Group::Exhibition(levels), numbers);
        }
    }

    /// Three levels, each asking for more and taking fewer weeks than the one before (H7).
    fn levels(&mut self, exhibition: Row<'_, '_>) -> Option<[Level; 3]> {
        let mut levels = Vec::new();
        for row in exhibition.rows(&mut self.faults, "levels") {
            row.only(&mut self.faults, &["weeks", "mesopotamia", "egypt", "greece", "crete"], &[]);
            let weeks = row.number(&mut self.faults, "weeks", 0, MOST_WEEKS)?;
            let mut level = Level { weeks, need: ByRegion::default() };
            for region in Region::ALL {
                if row.has(region.word()) {
                    level.need[region] = row.number(&mut self.faults, region.word(), 0, PER_REGION as u8)?;
                }
            }
            levels.push(level);
        }
        for pair in levels.windows(2) {
            let more = Region::ALL.iter().all(|region| pair[0].need[*region] <= pair[1].need[*region]);
            if !more || pair[0].need == pair[1].need || pair[0].weeks <= pair[1].weeks {
                let what = "each level must ask for more artifacts and take fewer weeks than the one before";
                self.faults.add(exhibition.line, what);
            }
        }
        let there = levels.len();
        let three = levels.try_into().ok();
        if three.is_none() {
            self.faults.add(exhibition.line, format!("an exhibition has 3 levels, not {there}"));
        }
        three
    }

    fn museums(&mut self, file: Row<'_, '_>) {
        for row in file.rows(&mut self.faults, "museums") {
            row.finish(&mut self.faults, &["donate", "points", "weeks", "count", "suffix"]);
            let donate = row.number(&mut self.faults, "donate", 1, 44);
            let points = row.number(&mut self.faults, "points", 0, MOST_POINTS);
            let numbers = self.simple(row);
            let (Some(donate), Some(points), Some(numbers)) = (donate, points, numbers) else { continue };
            let numbers = Numbers { points, ..numbers };
            self.green(row, &format!("museum-{donate}"), Group::Museum { donate }, numbers);
        }
    }

    /// A find of that word: a new one, unless a row of the same meaning had it before.
    fn find(&mut self, line: usize, word: String, kind: FindKind) -> Find {
        let same = |known: &(usize, FindPrint)| known.1.word == word && known.1.kind == kind;
        let knowledge = matches!(kind, FindKind::Knowledge { .. } | FindKind::Rubble);
        let at = self.finds.iter().position(same).filter(|_| knowledge).unwrap_or_else(|| {
            self.finds.push((line, FindPrint { word, kind }));
            self.finds.len() - 1
        });
        Find(at.min(usize::from(u8::MAX)) as u8)
    }

    /// Artifacts and their substitutes, region by region: finds stand in the order of the piles' bits.
    fn artifacts(&mut self, file: Row<'_, '_>) {
        let rows = file.rows(&mut self.faults, "artifacts");
        let substitutes = file.rows(&mut self.faults, "substitutes");
        let mut artifacts = Vec::new();
        for row in rows {
            row.finish(&mut self.faults, &["region", "name", "points"]);
            let region = row.region(&mut self.faults, "region");
            let name = row.text(&mut self.faults, "name").unwrap_or_default();
            let points = row.number(&mut self.faults, "points", 0, MOST_POINTS);
            let word = artifact_word(name);
            if !is_word(&word) {
                self.faults.add(row.line, format!("'{}' does not make a word", clip(name)));
            }
            let (Some(region), Some(points)) = (region, points) else { continue };
            artifacts.push((region, false, points, word, row.line));
        }
        for row in substitutes {
            row.finish(&mut self.faults, &["pile", "points"]);
            let region = row.region(&mut self.faults, "pile");
            let points = row.number(&mut self.faults, "points", 0, MOST_POINTS);
            let (Some(region), Some(points)) = (region, points) else { continue };
            artifacts.push((region, true, points, format!("artifact-{region}-{points}"), row.line));
        }
        artifacts.sort_by_key(|(region, substitute, ..)| (*region, *substitute));
        for (region, substitute, points, word, line) in artifacts {
            let find = self.find(line, word, FindKind::Artifact { region, points });
            let pile = &mut self.piles[region];
            if substitute { pile.substitutes.push(find) } else { pile.artifacts.push(find) }
        }
    }

    fn knowledge_finds(&mut self, file: Row<'_, '_>) {
        for row in file.rows(&mut self.faults, "knowledge_finds") {
            row.finish(&mut self.faults, &["pile", "of", "value", "count"]);
            let pile = row.region(&mut self.faults, "pile");
            let word = row.text(&mut self.faults, "of").unwrap_or_default();
            let of = Region::from_word(word);
            if of.is_none() && word != "general" {
                self.faults.add(row.line, format!("'{}' is neither a region nor \"general\"", clip(word)));
            }
            let value = row.number(&mut self.faults, "value", 1, 9);
            let count = row.number(&mut self.faults, "count", 1, PER_REGION as u8);
            let (Some(pile), Some(value), Some(count)) = (pile, value, count) else { continue };
            let find = self.find(row.line, format!("knowledge-{word}-{value}"), FindKind::Knowledge { of, value });
            if self.piles[pile].knowledge.contains(&find) {
                self.faults.add(row.line, "this knowledge stands here a second time, raise the count instead");
            }
            let copies = std::iter::repeat_n(find, count as usize);
            self.piles[pile].knowledge.extend(copies);
        }
    }

    fn rubble(&mut self, file: Row<'_, '_>) {
        for row in file.rows(&mut self.faults, "rubble") {
            row.finish(&mut self.faults, &["pile", "count"]);
            let pile = row.region(&mut self.faults, "pile");
            let count = row.number(&mut self.faults, "count", 0, PER_REGION as u8);
            let (Some(pile), Some(count)) = (pile, count) else { continue };
            self.piles[pile].rubble += count as usize;
        }
    }

    /// No two entries may have the same word.
    fn words_are_unique(&mut self) {
        let greens = self.prints.iter().map(|(line, print)| (*line, print.word.clone(), true));
        let finds = self.finds.iter().map(|(line, print)| (*line, print.word.clone(), false));
        let mut words: Vec<(usize, String, bool)> = greens.chain(finds).collect();
        words.push((0, "rubble".to_owned(), false));
        words.sort_by(|a, b| (&a.1, a.0).cmp(&(&b.1, b.0)));
        for pair in words.windows(2).filter(|pair| pair[0].1 == pair[1].1) {
            let (line, word, green) = &pair[1];
            let advice = if *green { "; tell them apart by a suffix, such as suffix = \"3w\"" } else { "" };
            self.faults.add(*line, format!("'{word}' is already the word of line {}{advice}", pair[0].0));
        }
    }

    /// The cards of each back (H2); a fault names the line where the cards in question begin.
    fn counts(&mut self, file: Row<'_, '_>) {
        let [greens, artifacts, substitutes] =
            ["knowledge", "artifacts", "substitutes"].map(|list| file.line_of(&self.faults, list));
        let green: u32 = self.prints.iter().map(|(_, print)| u32::from(print.copies)).sum();
        if green != GREEN {
            self.faults.add(greens, format!("there are {GREEN} cards with a green back, not {green}"));
        }
        let mut total = green as usize + 5;
        for region in Region::ALL {
            let pile = &self.piles[region];
            let there = pile.artifacts.len() + pile.knowledge.len() + pile.rubble;
            total += there;
            if there != PER_REGION {
                self.faults
                    .add(artifacts, format!("there are {PER_REGION} cards with the back of {region}, not {there}"));
            }
            let (instead, knowledge) = (pile.substitutes.len(), pile.knowledge.len());
            if instead != knowledge {
                let what =
                    format!("{region} has {knowledge} knowledge finds, so {knowledge} substitutes, not {instead}");
                self.faults.add(substitutes, what);
            }
        }
        let knowledge = self.knowledge_in_all();
        if knowledge > u32::from(u8::MAX) {
            self.faults
                .add(greens, format!("at most 255 points of knowledge and assistants are possible, not {knowledge}"));
        }
        if total != 168 {
            self.faults.add(1, format!("there are 168 small cards, not {total}"));
        }
    }

    /// What a player could know at most, with every assistant.
    fn knowledge_in_all(&self) -> u32 {
        let green = |(_, print): &(usize, Print)| match print.group {
            Group::Knowledge { value, .. } | Group::General { value } => u32::from(value) * u32::from(print.copies),
            Group::Assistant => u32::from(print.copies),
            _ => 0,
        };
        let found = |find: &Find| match self.finds[find.0 as usize].1.kind {
            FindKind::Knowledge { value, .. } => u32::from(value),
            FindKind::Artifact { .. } | FindKind::Rubble => 0,
        };
        let finds = self.piles.0.iter().flat_map(|pile| &pile.knowledge).map(found).sum::<u32>();
        self.prints.iter().map(green).sum::<u32>() + finds
    }

    fn congress_points(&mut self, file: Row<'_, '_>) -> Vec<u8> {
        let Some(table) = file.table(&mut self.faults, "congress_points") else { return Vec::new() };
        table.finish(&mut self.faults, &["values"]);
        let Some(values) = table.numbers(&mut self.faults, "values", u8::MAX) else { return Vec::new() };
        if values.first() != Some(&0) || !values.is_sorted_by(|a, b| a < b) {
            self.faults.add(table.line, "the points for congress cards must begin with 0 and rise");
        }
        let is_congress = |(_, print): &&(usize, Print)| print.group == Group::Congress;
        let cards: usize = self.prints.iter().filter(is_congress).map(|(_, print)| print.copies as usize).sum();
        if values.len() <= cards {
            let what = format!("there are {cards} congress cards, but points only for {}", values.len().max(1) - 1);
            self.faults.add(table.line, what);
        }
        values
    }

    fn dig_tables(&mut self, file: Row<'_, '_>) -> [DigRows; 2] {
        let mut tables = [[[0; 13]; 13]; 2];
        let Some(both) = file.table(&mut self.faults, "dig_table") else { return tables };
        both.only(&mut self.faults, &["default", "literal"], &[]);
        for (table, name) in tables.iter_mut().zip(["default", "literal"]) {
            let Some(part) = both.table(&mut self.faults, name) else { continue };
            part.finish(&mut self.faults, &["rows"]);
            let Some(rows) = part.number_rows(&mut self.faults, "rows", PER_REGION as u8) else { continue };
            self.dig_table(part.line, &rows, table);
        }
        tables
    }

    /// Twelve rows of twelve, rising (or staying) with the weeks and with the knowledge.
    fn dig_table(&mut self, line: usize, rows: &[(usize, Vec<u8>)], table: &mut DigRows) {
        if rows.len() != 12 {
            self.faults.add(line, format!("a dig table has 12 rows, one per week, not {}", rows.len()));
        }
        let mut above: &[u8] = &[];
        for (week, (line, row)) in rows.iter().enumerate() {
            if row.len() != 12 {
                let what = format!("a row has 12 numbers, for knowledge 1 to 12, not {}", row.len());
                self.faults.add(*line, what);
            }
            if !row.is_sorted() {
                self.faults.add(*line, "more knowledge must not give fewer cards");
            }
            if above.iter().zip(row).any(|(above, here)| above > here) {
                self.faults.add(*line, "more weeks must not give fewer cards");
            }
            above = row;
            if let Some(cells) = table.get_mut(week + 1) {
                cells.iter_mut().skip(1).zip(row).for_each(|(cell, cards)| *cell = *cards);
            }
        }
    }
}

/// The numbers of a green card.
#[derive(Clone, Copy, Default)]
struct Numbers {
    weeks: u8,
    play: u8,
    points: u8,
    copies: u8,
}

/// An artifact's name as a word: lower case, blanks as dashes, apostrophes dropped.
fn artifact_word(name: &str) -> String {
    name.to_lowercase().replace(['\'', '’'], "").replace(' ', "-")
}

/// Whether a text can be a word: small letters, digits and single dashes inside.
fn is_word(text: &str) -> bool {
    let plain =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.split('-').all(plain)
}
