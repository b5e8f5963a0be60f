//! One suite, two databases: every case is a function of a `Ground`, and runs on SQLite and on PostgreSQL.
//!
//! On SQLite each case is a test of its own. On PostgreSQL all of them are one test, which starts one server, gives
//! each case a database, and prints how each fared.

mod backup;
mod company;
mod correspondence;
mod counts;
mod due;
mod events;
mod faults;
mod ground;
mod hosts;
mod lists;
mod log;
mod pairing;
mod people;
mod released;
mod results;
mod tokens;

use ground::{on_postgres, on_sqlite};

macro_rules! cases {
    ($($module:ident: $($name:ident),+;)+) => {
        mod sqlite {
            $(mod $module {
                $(#[test]
                fn $name() {
                    crate::on_sqlite(|ground| Box::pin(crate::$module::$name(ground)));
                })+
            })+
        }

        #[test]
        fn postgres() {
            on_postgres(&[$($((
                concat!(stringify!($module), "::", stringify!($name)),
                |ground| Box::pin($module::$name(ground)),
            ),)+)+]);
        }
    };
}

cases! {
    log: entries_come_back_in_order, a_conflict_names_the_last_entry_and_writes_nothing,
        one_conflict_does_not_fail_the_others, a_second_creation_is_a_conflict, a_table_that_is_not_there_is_said,
        a_deleted_table_is_gone, appends_of_one_batch_follow_each_other,
        what_databases_choke_on_is_refused, jobs_and_news_go_with_the_append, two_nodes_never_write_one_entry,
        what_a_node_remembers_does_not_mislead_it,
        a_closed_store_answers, a_dropped_caller_harms_nobody, random_interleavings_keep_the_log_whole,
        five_thousand_entries_are_read_in_no_time;
    lists: filters_do_what_they_say, pages_follow_each_other, seats_follow_the_index, unfinished_tables_are_counted;
    due: a_table_is_leased_once, leases_end_and_are_extended, many_nodes_share_the_work, jobs_survive_and_are_done_once,
        jobs_for_nobody_are_left_out;
    people: guests_become_accounts, names_are_taken_in_any_case, a_person_is_changed, deleting_leaves_only_the_id,
        guests_expire, settings_keep_their_secret, news_are_pruned, reports_are_handled, an_export_has_everything,
        what_hosts_did_is_never_changed, people_are_listed_by_name_and_kind,
        many_people_are_found_at_once, the_tables_that_name_a_person_are_found_window_by_window;
    tokens: tokens_are_found_until_they_expire, tokens_go_with_their_owner, an_invitation_is_spent_once,
        a_sitting_has_one_token;
    company: two_are_friends_if_each_wishes_it, a_block_ends_friendship_and_is_ones_own,
        invitations_wait_as_long_as_their_table_does, who_is_here_is_kept_only_for_those_who_allow_it;
    pairing: who_is_claimed_is_seated_or_waits_on, blocks_among_those_who_wait_are_told,
        a_table_that_was_not_made_is_nobodys,
        nodes_never_claim_the_same_people;
    correspondence: a_job_with_a_key_is_queued_once, a_browser_is_told_while_its_login_lasts,
        nodes_agree_on_the_hosts_key, a_note_is_ones_own, vacations_keep_within_the_year;
    hosts: nodes_are_known_while_they_are_heard_of, an_errand_is_done_by_one_at_a_time, what_there_is_is_counted;
    counts: counts_hold_on_all_nodes_and_over_a_restart, counting_begins_again;
    results: a_match_is_listed_once_for_each_who_played, results_are_filtered_and_paged,
        a_match_on_several_seats_does_not_end_the_list,
        ratings_are_written_on_top_of_what_was_read, who_is_deleted_has_no_place,
        flags_follow_what_is_rated, old_matches_get_their_results,
        a_result_is_replaced_by_what_its_log_says, a_rough_review_does_not_replace_a_thorough_one,
        traces_tell_who_comes_from_one_place;
    events: own_appends_are_told, other_nodes_are_told, a_slow_listener_is_told_of_everything, deletions_are_told,
        changes_of_access_are_told;
    backup: a_backup_restores_into_both, a_backup_under_load_is_one_moment, nothing_is_overwritten,
        the_list_of_columns_is_whole;
    faults: killed_while_appending, ready_says_so, a_newer_database_is_refused;
}
