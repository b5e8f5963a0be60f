//! From a box that was read without a fault to the box as the rules use it: words become numbers, copies become bits.

use crate::box_file::{Draft, PileDraft};
use crate::region::ByRegion;
use crate::stock::{Card, DigRows, Find, FindKind, FindPrint, Group, Permits, Pile, Print, Professor, ThebesBox};

impl Draft<'_> {
    /// Puts the box together once nothing is wrong with it.
    pub(crate) fn build(
        &mut self,
        permits: [Permits; 3],
        professors: [Professor; 5],
        congress_points: Vec<u8>,
        dig: &[DigRows; 2],
    ) -> ThebesBox {
        self.finds.push((0, FindPrint { word: "rubble".into(), kind: FindKind::Rubble }));
        let finds: Vec<FindPrint> = self.finds.drain(..).map(|(_, print)| print).collect();
        let rubble = Find(finds.len() as u8 - 1);
        let pile = |knowledge: bool| ByRegion::from_fn(|region| self.piles[region].build(knowledge, rubble, &finds));
        let piles = [pile(true), pile(false)];
        let mut prints: Vec<Print> = self.prints.drain(..).map(|(_, print)| print).collect();
        let mut card_at = Vec::new();
        for (at, print) in prints.iter_mut().enumerate() {
            print.slots = ((1 << print.copies) - 1) << card_at.len();
            card_at.extend(std::iter::repeat_n(Card(at as u8), print.copies as usize));
        }
        let of = |wanted: fn(&Group) -> bool| {
            prints.iter().filter(|print| wanted(&print.group)).fold(0, |all, print| all | print.slots)
        };
        let (digs, assistants) = (of(|group| *group == Group::Dig), of(|group| *group == Group::Assistant));
        let scientists = of(|group| *group == Group::Scientist);
        let loot = of(|group| matches!(group, Group::Thief(_) | Group::Raider(_)));
        ThebesBox {
            green: of(|_| true),
            actions: digs | assistants | scientists | loot,
            exhibitions: of(|group| matches!(group, Group::Exhibition(_))),
            museums: of(|group| matches!(group, Group::Museum { .. })),
            congress: of(|group| *group == Group::Congress),
            digs,
            assistants,
            scientists,
            prints,
            finds,
            card_at,
            piles,
            professors,
            permits,
            congress_points,
            dig: *dig,
        }
    }
}

impl PileDraft {
    fn build(&self, knowledge: bool, rubble: Find, finds: &[FindPrint]) -> Pile {
        let mut more = if knowledge { self.knowledge.clone() } else { self.substitutes.clone() };
        more.sort_unstable();
        let kinds: Vec<Find> =
            self.artifacts.iter().copied().chain(more).chain(std::iter::repeat_n(rubble, self.rubble)).collect();
        let ones = |count: usize| (1 << count) - 1;
        let all: u32 = ones(kinds.len());
        let found = ones(kinds.len() - self.rubble);
        let artifacts = if knowledge { ones(self.artifacts.len()) } else { found };
        let mut slots = vec![0; rubble.0 as usize + 1];
        kinds.iter().enumerate().for_each(|(bit, find)| slots[find.0 as usize] |= 1 << bit);
        let mut runs = kinds.clone();
        runs.dedup();
        let mut points = [0; 32];
        for (find, points) in kinds.iter().zip(&mut points) {
            if let FindKind::Artifact { points: worth, .. } = finds[find.0 as usize].kind {
                *points = worth;
            }
        }
        Pile { kinds, runs, all, artifacts, points, rubble: all & !found, slots }
    }
}
