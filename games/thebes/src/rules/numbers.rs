//! The numbers of the rules, as `web/help/en.md` lists them.

engine::rule_numbers! {
    'H':
    H1 = 1, H6 = 6, H7 = 7, H8 = 8, H10 = 10, H11 = 11, H12 = 12, H13 = 13, H16 = 16, H19 = 19,
}
