//! The protocol as TypeScript (`cargo xtask codegen` writes it to `web/src/generated/protocol.ts`).

use ts_rs::{Config, TS};

/// The version of the protocol, and the declarations of every type that goes over the wire.
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from("// Made by `cargo xtask codegen` from crates/protocol; do not edit.\n");
    text.push_str("\n/** The version of the protocol that these types describe. */\n");
    text.push_str("export const PROTOCOL = ");
    text.push_str(&crate::PROTOCOL.to_string());
    text.push_str(";\n");
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {$(
            text.push_str("\nexport ");
            for line in <$name as TS>::decl(&config).lines() {
                text.push_str(line.trim_end());
                text.push('\n');
            }
        )*};
    }
    declare!(
        crate::GameInfo,
        crate::OptionInfo,
        crate::OptionNeed,
        crate::BotLevel,
        crate::SeatPlan,
        crate::ClockRule,
        crate::OutOfTime,
        crate::NewTable,
        crate::Sitter,
        crate::Seated,
        crate::Stage,
        crate::BranchOf,
        crate::HandedTable,
        crate::NewBranch,
        crate::Table,
        crate::TableLine,
        crate::Unrated,
        crate::Player,
        crate::RatingChange,
        crate::MatchPlayer,
        crate::MatchLine,
        crate::Matches,
        crate::RatingPoint,
        crate::RatingLine,
        crate::Opponent,
        crate::Profile,
        crate::ProfileChoice,
        crate::BoardRow,
        crate::Board,
        crate::Club,
        crate::Me,
        crate::NewName,
        crate::NewAccount,
        crate::Credentials,
        crate::Recovery,
        crate::Account,
        crate::Settings,
        crate::Report,
        crate::ToAct,
        crate::Offer,
        crate::Column,
        crate::RunTarget,
        crate::OfferRun,
        crate::Reason,
        crate::Closed,
        crate::Effect,
        crate::Happened,
        crate::LineKind,
        crate::Line,
        crate::Clock,
        crate::VoteKind,
        crate::Vote,
        crate::UndoAsked,
        crate::SheetLine,
        crate::Result,
        crate::View,
        crate::Change,
        crate::MatchState,
        crate::Frame,
        crate::Figure,
        crate::FigurePicture,
        crate::LessonText,
        crate::LessonLine,
        crate::Lesson,
        crate::LessonStep,
        crate::LessonReaction,
        crate::LessonStop,
        crate::LessonRefusal,
        crate::LessonWay,
        crate::LessonScene,
        crate::Teaching,
        crate::Hint,
        crate::HintLine,
        crate::HintGain,
        review::Prospect,
        review::Class,
        review::Classes,
        review::Level,
        review::Plan,
        review::Shares,
        review::Account,
        review::MomentKind,
        review::Moment,
        review::Alternative,
        review::Turn,
        review::Point,
        review::SeatReview,
        review::Review,
        crate::ReviewStage,
        crate::Reviewing,
        crate::Command,
        crate::Ask,
        crate::ToServer,
        crate::State,
        crate::News,
        crate::Looked,
        crate::Done,
        crate::RefusalCode,
        crate::Refusal,
        crate::ToClient,
    );
    text
}
