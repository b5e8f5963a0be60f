//! The dispatcher from the words of the game to its rules: [`Game`] for [`Thebes`].

use engine::{
    Boxed, BySeat, Dice, Draft, Game, Illegal, Info, List, Offer, Rng, Rule, Seat, Setup, Sink, Step, StepOf, ToAct,
    Viewer,
};

use crate::action::{Action, Back, Chance, DRAWS, Order, VERBS};
use crate::diagram::Diagram;
use crate::event::Event;
use crate::masks;
use crate::options::{Options, Thief};
use crate::region::{ByRegion, Region};
use crate::rules::numbers::{H1, H6, H7, H8, H10, H11, H12, H13, H16, H19};
use crate::state::{Hidden, Looter, Open, Phase, Thebes};
use crate::stock::{Find, Group, ThebesBox};
use crate::view::View;
use crate::{draw, worlds};

impl Thebes {
    fn sample_back(&self, rng: &mut impl Rng) -> Back {
        let mut point = rng.below(self.open.deck_size());
        for region in Region::ALL {
            let count = self.deck_of(region).count_ones();
            if point < count {
                return Back::Of(region);
            }
            point -= count;
        }
        Back::Green
    }

    /// One of the cards in a set of a region's bits.
    #[inline]
    fn sample_find(&self, region: Region, mask: u32, rng: &mut impl Rng) -> Find {
        self.open.pile(region).kinds[masks::nth(u128::from(mask), rng.below(mask.count_ones()))]
    }

    fn list_turn(&self, seat: Seat, out: &mut impl List<Action>) {
        self.list_takes(out);
        self.list_presentations(seat, out);
        self.list_plays(seat, out);
        self.list_digs(seat, out);
    }
}

impl Thebes {
    /// Lists what the seat to act may do.
    pub(crate) fn list(&self, out: &mut impl List<Action>) {
        match self.open.phase {
            Phase::Turn => self.list_turn(self.open.hindmost(), out),
            Phase::Donate { seat, .. } => self.list_donations(seat, out),
            Phase::Choose { by, region, .. } => self.list_choices(by, region, out),
            _ => {}
        }
    }
}

impl Game for Thebes {
    const INFO: Info = Info {
        key: "thebes",
        name: "Thebes: The Tomb Raiders",
        seats: (2, 4),
        seats_rule: H1,
        rules: 2,
        verbs: VERBS,
        draws: DRAWS,
        refusals: &[H6, H7, H8, H10, H11, H12, H16],
        ends: &[H19],
        rare_ends: &[],
        longest: 4000,
    };
    type Data = ThebesBox;
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    type Diagram = Diagram;

    fn older(draft: &mut Draft<Self>, rules: u32) -> bool {
        // Version 1 had the other default (H11).
        draft.options.thief = Thief::Random;
        rules == 1
    }

    fn new(setup: &Setup<Self>) -> Self {
        let looks = BySeat::all(setup.seats(), ByRegion::default());
        Thebes { open: Open::new(setup), hidden: Hidden { piles: ByRegion::default(), looks } }
    }

    fn from_diagram(setup: &Setup<Self>, diagram: Diagram) -> Result<Self, Vec<String>> {
        crate::diagram::read(setup, &diagram)
    }

    fn diagram(&self) -> Diagram {
        crate::diagram::write(self)
    }

    fn seats(&self) -> usize {
        self.open.seats()
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        match self.open.phase {
            Phase::Turn => ToAct::Seat(self.open.hindmost()),
            Phase::Donate { seat, .. } | Phase::Choose { seat, .. } => ToAct::Seat(seat),
            Phase::Over => ToAct::Over(H19),
            _ => ToAct::Chance,
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Take(card) => self.check_take(card),
            Action::Exhibit(card) => self.check_exhibit(card),
            Action::Museum(card) => self.check_museum(card),
            Action::Donate(find) => self.check_donate(find),
            Action::Play(card) | Action::Look(card, _) => self.check_play(card),
            Action::Choose(find) => self.check_choose(find),
            Action::Dig(dig) => self.check_dig(dig),
        }
    }

    fn chances(&self, out: &mut Vec<(Chance, u32)>) {
        match self.open.phase {
            Phase::Order => out.extend(Order::all(self.seats()).into_iter().map(|order| (Chance::Order(order), 1))),
            Phase::Back => {
                let of = |region| (Back::Of(region), self.deck_of(region).count_ones());
                let backs = [(Back::Green, self.open.deck.count_ones())].into_iter().chain(Region::ALL.map(of));
                out.extend(backs.filter(|(_, count)| *count > 0).map(|(back, count)| (Chance::Back(back), count)));
            }
            Phase::Pile(region) => {
                let kinds = self.open.pile(region).kinds_in(self.deck_of(region));
                out.extend(kinds.map(|(find, count)| (Chance::Pile(region, find), count)));
            }
            Phase::Card => {
                let kinds = self.open.stock().kinds(self.open.deck);
                out.extend(kinds.map(|(card, count)| (Chance::Card(card), count)));
            }
            _ => {
                let Some((region, mask)) = self.drawable() else { return };
                let kinds = self.open.pile(region).kinds_in(mask);
                out.extend(kinds.map(|(find, count)| (Chance::Find(find), count)));
            }
        }
    }

    #[inline]
    fn sample(&self, rng: &mut impl Rng, scratch: &mut Vec<(Chance, u32)>) -> Chance {
        match self.open.phase {
            Phase::Back => Chance::Back(self.sample_back(rng)),
            Phase::Pile(region) => Chance::Pile(region, self.sample_find(region, self.deck_of(region), rng)),
            Phase::Card => {
                let deck = self.open.deck;
                Chance::Card(self.open.stock().nth(deck, rng.below(deck.count_ones())))
            }
            _ => {
                if let Some((region, mask)) = self.drawable() {
                    return Chance::Find(self.sample_find(region, mask, rng));
                }
                scratch.clear();
                self.chances(scratch);
                *rng.weighted(scratch)
            }
        }
    }

    #[inline]
    fn apply(&mut self, step: StepOf<Self>, events: &mut impl Sink<Event>) {
        match step {
            Step::Action(Action::Take(card)) => self.take(card, events),
            Step::Action(Action::Exhibit(card)) => self.exhibit(card, events),
            Step::Action(Action::Museum(card)) => self.museum(card, events),
            Step::Action(Action::Donate(find)) => self.donate(find, events),
            Step::Action(Action::Play(card)) => self.play_loot(card, events),
            Step::Action(Action::Look(card, region)) => self.play_scientist(card, region, events),
            Step::Action(Action::Choose(find)) => self.choose(find, events),
            Step::Action(Action::Dig(dig)) => self.dig(dig, events),
            Step::Chance(Chance::Order(order)) => self.stack_markers(order, events),
            Step::Chance(Chance::Back(back)) => self.show_back(back),
            Step::Chance(Chance::Pile(region, find)) => self.lay_on_pile(region, find, events),
            Step::Chance(Chance::Card(card)) => self.turn_up(card, events),
            Step::Chance(Chance::Find(find)) => self.draw_find(find, events),
        }
    }

    fn rule(&self, action: &Action) -> Rule {
        match action {
            Action::Take(_) => H6,
            Action::Exhibit(_) => H7,
            Action::Museum(_) | Action::Donate(_) => H8,
            Action::Play(card) => match self.open.print(*card).group {
                Group::Thief(_) => H11,
                _ => H12,
            },
            Action::Look(..) => H13,
            Action::Choose(_) => match self.open.phase {
                Phase::Choose { by: Looter::Thief, .. } => H11,
                _ => H12,
            },
            Action::Dig(_) => H16,
        }
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        crate::alphabet::alphabet(self, out);
    }

    /// Every draw, every look; and a dig or a thief, whose draw is missing where the pile has nothing to draw.
    fn reveals(&self, step: &StepOf<Self>) -> bool {
        matches!(step, Step::Chance(_) | Step::Action(Action::Play(_) | Action::Look(..) | Action::Dig(_)))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn seen(&self, step: &StepOf<Self>, viewer: Viewer) -> String {
        match step {
            // H22: nobody sees what is laid on a pile.
            Step::Chance(Chance::Pile(region, _)) if viewer != Viewer::All => format!("pile {region} ?"),
            _ => self.words(step),
        }
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.told_to(viewer))
    }

    fn determinize(view: &View, rng: &mut impl Rng) -> Self {
        worlds::imagine(view, rng)
    }

    fn draw(view: &View, canvas: &mut engine::Canvas) {
        draw::draw(view, canvas);
    }

    fn points(&self, seat: Seat) -> i32 {
        self.open.points(seat)
    }

    fn worth(&self, seat: Seat) -> i32 {
        self.open.points(seat) + self.open.bonus_now(seat)
    }

    /// H21: the marker further back.
    fn tiebreak(&self, seat: Seat) -> (i32, i32) {
        (-i32::from(self.open.players[seat].weeks), 0)
    }

    fn hides(&self) -> bool {
        true // H22: hands, looks and piles
    }

    fn typescript() -> Option<String> {
        Some(crate::typescript::typescript())
    }

    fn offers(&self) -> Vec<Offer> {
        crate::offers::offers(self)
    }

    fn shut(&self, verb: usize) -> Option<Illegal> {
        crate::offers::shut(self, VERBS[verb])
    }

    fn remoteness(&self, action: &Action) -> u32 {
        crate::offers::remoteness(self, *action)
    }

    fn parts(data: Boxed<ThebesBox>) -> serde_json::Value {
        crate::parts::parts(data.data())
    }
}
