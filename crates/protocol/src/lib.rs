//! The messages between clients and servers of Quipu.
//!
//! Over the socket a client sends [`ToServer`] and gets [`ToClient`], one JSON object per frame; the field `t` names
//! the kind. The HTTP interface uses the same types. This crate is the source of the TypeScript types in
//! `web/src/generated` (`cargo xtask codegen`) and of the `OpenAPI` description; `docs/protocol.md` shows a real frame
//! of each message.
//!
//! A *version* is the number of entries in a table's log. It only grows, even when moves are taken back. A *word* is
//! the text of one decision, such as `moor tonga.1`; `words` in a step is the text of that step.

#![forbid(unsafe_code)]

mod changes;
mod company;
mod correspondence;
mod host;
mod learn;
mod lines;
mod message;
mod news;
mod offers;
mod people;
mod plain;
mod play;
mod results;
mod reviewing;
mod table;
mod typescript;

pub use changes::Changes;
pub use company::{
    Bond, Companion, Company, Friend, FriendLink, FriendTable, Invited, NewInvite, NewPairing, Pace, Pairing,
};
pub use correspondence::{NewPush, NewVacation, OwnNote, Push, PushKeys, QuietHours, TellWhen, Telling, Vacation};
pub use host::{
    HostAudit, HostAudits, HostCode, HostCount, HostErrand, HostErrandStage, HostFlag, HostFlags, HostMute, HostNode,
    HostOverview, HostPeople, HostPerson, HostRatings, HostReason, HostReport, HostReports, HostStorage, HostTable,
    HostTables, HostWho,
};
pub use learn::{
    Figure, FigurePicture, Lesson, LessonLine, LessonReaction, LessonRefusal, LessonScene, LessonStep, LessonStop,
    LessonText, LessonWay, Teaching,
};
pub use lines::SentLine;
pub use message::{Ask, Command, Done, Refusal, RefusalCode, State, ToClient, ToServer};
pub use news::{Looked, MatchNews, News};
pub use offers::{Choice, Column, OfferRun, Offers, RunTarget};
pub use people::{
    Account, Club, Credentials, Me, NewAccount, NewName, PlayAsking, PlayChoice, PlaySpeed, Recovery, Report, Settings,
};
pub use plain::Plain;
pub use play::{
    Clock, Closed, Effect, Facts, Frame, Happened, Hint, HintGain, HintLine, Line, LineKind, MatchState, Offer, Reason,
    Replay, Result, SheetLine, ToAct, UndoAsked, View, Vote, VoteKind,
};
pub use results::{
    Board, BoardRow, MatchLine, MatchPlayer, Matches, Opponent, Opponents, PlayStyle, Player, Profile, ProfileChoice,
    RatingChange, RatingLine, RatingPoint, Unrated,
};
pub use reviewing::{ReviewStage, Reviewing};
pub use table::{
    BotLevel, BranchOf, ClockRule, GameInfo, HandedTable, NewBranch, NewTable, OptionInfo, OptionNeed, OutOfTime,
    SeatPlan, Seated, Sitter, Stage, Table, TableLine,
};

pub use typescript::typescript;

/// The version of the protocol. A client of another version must reload itself.
pub const PROTOCOL: u32 = 4;

/// How long somebody must have had their turn before the others may remind them, in milliseconds: eight hours.
pub const REMINDER_DELAY: i64 = 8 * 60 * 60 * 1000;

/// The most characters of a chat line.
pub const MOST_CHAT: usize = 500;

/// The most characters of a person's name.
pub const MOST_NAME: usize = 24;

/// Whether a character is invisible, or changes the direction of text.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_known() {
        let unseen = "\u{7}\u{ad}\u{61c}\u{115f}\u{1160}\u{180e}\u{3164}\u{feff}\u{ffa0}\u{200b}\u{200f}\u{2028}\
                      \u{202e}\u{2060}\u{206f}\u{e000}\u{f8ff}\u{fff0}\u{fffb}\u{e0000}\u{e0fff}";
        for c in unseen.chars() {
            assert!(is_unseen(c), "{c:?}");
        }
        for c in "aZ9 é漢🙂\u{200a}\u{2010}\u{2027}\u{202f}\u{205f}\u{2070}\u{fffd}".chars() {
            assert!(!is_unseen(c), "{c:?}");
        }
    }
}
