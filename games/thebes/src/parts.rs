//! The components under the words of the notation, for whoever draws a table. They depend on the box alone.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::options::{DigTable, KnowledgeFinds};
use crate::region::{ByRegion, Region};
use crate::rules::professor_word;
use crate::stock::{DigRows, FindKind, Group, Level, Pile, Print, ThebesBox};

/// The components of a box.
#[derive(Serialize, ts_rs::TS)]
pub struct Parts {
    /// The regions, in the order of the legal lists.
    pub regions: [Region; 4],
    /// The green cards by their words.
    pub cards: BTreeMap<String, CardPart>,
    /// What can lie in a pile, by its word.
    pub finds: BTreeMap<String, FindPart>,
    /// What lies in the piles and the deck of each region, copies by word.
    pub piles: PileParts,
    /// The professors: a region's word, or `greatest`.
    pub professors: BTreeMap<String, ProfessorPart>,
    /// The permits that each player begins with, for 2, 3 and 4 players.
    pub permits: [PermitsPart; 3],
    /// Points by number of congress cards, from none on.
    pub congress: Vec<u8>,
    /// How many cards a dig gives.
    pub dig: DigTables,
}

/// A green card.
#[derive(Serialize, ts_rs::TS)]
#[ts(optional_fields)]
pub struct CardPart {
    /// What it is for: `knowledge`, `general`, `congress`, `dig`, `thief`, `raider`, `scientist`, `assistant`,
    /// `exhibition` or `museum`.
    #[ts(type = "'knowledge' | 'general' | 'congress' | 'dig' | 'thief' | 'raider' | \
                'scientist' | 'assistant' | 'exhibition' | 'museum'")]
    pub group: &'static str,
    /// The region it is about; of an exhibition the one it asks for at every level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The points of knowledge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
    /// The levels of an exhibition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<LevelPart>>,
    /// The artifacts that a museum asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub donate: Option<u8>,
    /// The weeks to take it; of an exhibition the levels say them.
    pub weeks: u8,
    /// The weeks to play it.
    pub play: u8,
    /// The points for an exhibition or a museum.
    pub points: u8,
    /// How many copies there are.
    pub copies: u8,
    /// Whether it is an action card, held in hand.
    pub action: bool,
}

/// A level of an exhibition.
#[derive(Serialize, ts_rs::TS)]
pub struct LevelPart {
    /// The weeks it takes.
    pub weeks: u8,
    /// The artifacts that one must have; regions that are not asked for are left out.
    pub need: BTreeMap<Region, u8>,
}

/// A card that can lie in a pile.
#[derive(Serialize, ts_rs::TS)]
#[ts(optional_fields)]
pub struct FindPart {
    /// `artifact`, `knowledge` or `rubble`.
    #[ts(type = "'artifact' | 'knowledge' | 'rubble'")]
    pub kind: &'static str,
    /// Where an artifact is from, or what knowledge is about; none for general knowledge and rubble.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// An artifact's points.
    pub points: u8,
    /// The points of knowledge.
    pub value: u8,
}

/// The cards of the regions by word, with the values of `knowledge_finds`.
#[derive(Serialize, ts_rs::TS)]
pub struct PileParts {
    /// With knowledge in the piles.
    pub on: BTreeMap<Region, BTreeMap<String, u32>>,
    /// Without.
    pub off: BTreeMap<Region, BTreeMap<String, u32>>,
}

/// A professor.
#[derive(Serialize, ts_rs::TS)]
pub struct ProfessorPart {
    /// The knowledge that the professor asks for.
    pub knowledge: u8,
    /// The points.
    pub points: u8,
}

/// The permits that a player begins with.
#[derive(Serialize, ts_rs::TS)]
pub struct PermitsPart {
    /// For each region.
    pub region: u8,
    /// Generic ones.
    pub generic: u8,
}

/// The dig table in both readings: rows by weeks, columns by knowledge, each from 0 to 12.
#[derive(Serialize, ts_rs::TS)]
pub struct DigTables {
    /// `dig_table=default`
    pub default: Vec<Vec<u8>>,
    /// `dig_table=literal`
    pub literal: Vec<Vec<u8>>,
}

/// The components of a box as plain data.
pub(crate) fn parts(stock: &ThebesBox) -> serde_json::Value {
    serde_json::to_value(Parts::of(stock)).unwrap_or_default()
}

impl Parts {
    /// The components of a box.
    pub fn of(stock: &ThebesBox) -> Parts {
        let find = |(word, kind): (&str, FindKind)| (word.to_owned(), find_part(kind));
        let professor = |(at, professor): (usize, &crate::stock::Professor)| {
            let part = ProfessorPart { knowledge: professor.knowledge, points: professor.points };
            (professor_word(at).to_owned(), part)
        };
        let piles = |finds: KnowledgeFinds| pile_parts(stock, &stock.piles[finds as usize]);
        let rows = |table: DigTable| dig_rows(&stock.dig[table as usize]);
        Parts {
            regions: Region::ALL,
            cards: stock.cards().map(|(_, print)| (print.word.clone(), card_part(print))).collect(),
            finds: stock.finds.iter().map(|print| find((&print.word, print.kind))).collect(),
            piles: PileParts { on: piles(KnowledgeFinds::On), off: piles(KnowledgeFinds::Off) },
            professors: stock.professors.iter().enumerate().map(professor).collect(),
            permits: stock.permits.map(|given| PermitsPart { region: given.region, generic: given.generic }),
            congress: stock.congress_points.clone(),
            dig: DigTables { default: rows(DigTable::Default), literal: rows(DigTable::Literal) },
        }
    }
}

fn card_part(print: &Print) -> CardPart {
    let (group, region, value) = match print.group {
        Group::Knowledge { region, value } => ("knowledge", Some(region), Some(value)),
        Group::General { value } => ("general", None, Some(value)),
        Group::Congress => ("congress", None, None),
        Group::Dig => ("dig", None, None),
        Group::Thief(region) => ("thief", Some(region), None),
        Group::Raider(region) => ("raider", Some(region), None),
        Group::Scientist => ("scientist", None, None),
        Group::Assistant => ("assistant", None, None),
        Group::Exhibition(levels) => {
            ("exhibition", Region::ALL.into_iter().max_by_key(|region| levels[0].need[*region]), None)
        }
        Group::Museum { .. } => ("museum", None, None),
    };
    CardPart {
        group,
        region,
        value,
        levels: match &print.group {
            Group::Exhibition(levels) => Some(levels.iter().copied().map(level_part).collect()),
            _ => None,
        },
        donate: if let Group::Museum { donate } = print.group { Some(donate) } else { None },
        weeks: print.weeks,
        play: print.play,
        points: print.points,
        copies: print.copies,
        action: matches!(group, "dig" | "thief" | "raider" | "scientist" | "assistant"),
    }
}

fn level_part(level: Level) -> LevelPart {
    let need = level.need.iter().filter(|(_, count)| **count > 0).map(|(region, count)| (region, *count)).collect();
    LevelPart { weeks: level.weeks, need }
}

fn find_part(kind: FindKind) -> FindPart {
    match kind {
        FindKind::Artifact { region, points } => FindPart { kind: "artifact", region: Some(region), points, value: 0 },
        FindKind::Knowledge { of, value } => FindPart { kind: "knowledge", region: of, points: 0, value },
        FindKind::Rubble => FindPart { kind: "rubble", region: None, points: 0, value: 0 },
    }
}

fn pile_parts(stock: &ThebesBox, piles: &ByRegion<Pile>) -> BTreeMap<Region, BTreeMap<String, u32>> {
    let copies =
        |pile: &Pile| pile.kinds_in(pile.all).map(|(find, copies)| (stock.find(find).word.clone(), copies)).collect();
    piles.iter().map(|(region, pile)| (region, copies(pile))).collect()
}

fn dig_rows(rows: &DigRows) -> Vec<Vec<u8>> {
    rows.iter().map(|row| row.to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use engine::BoxData as _;

    use super::*;

    #[test]
    fn the_counts_fit_the_box() {
        let parts = Parts::of(ThebesBox::shelf().standard().data());
        let green: u32 = parts.cards.values().map(|card| u32::from(card.copies)).sum();
        assert_eq!(green, 79, "H2");
        for piles in [&parts.piles.on, &parts.piles.off] {
            for (region, pile) in piles {
                assert_eq!(pile.values().sum::<u32>(), 21, "H2: {region}");
                assert!(pile.keys().all(|word| parts.finds.contains_key(word)), "every find of {region} has its print");
            }
        }
        assert_eq!(parts.professors.len(), 5);
        assert_eq!(parts.congress, [0, 1, 3, 6, 10, 15, 21, 28], "H20");
        assert_eq!(parts.dig.default[11][5], 4, "H18");
    }

    #[test]
    fn an_exhibition_says_what_it_asks_for() {
        let parts = Parts::of(ThebesBox::shelf().standard().data());
        let large = &parts.cards["exhibition-large-mesopotamia"];
        let levels = large.levels.as_ref().unwrap();
        assert_eq!((large.region, levels[0].weeks, levels.len()), (Some(Region::Mesopotamia), 9, 3));
        assert_eq!(levels[2].need, [(Region::Mesopotamia, 3), (Region::Egypt, 1), (Region::Crete, 2)].into());
    }
}
