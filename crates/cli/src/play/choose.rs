//! From what a person types to a legal word: by number, by words, or by the beginning of them.

/// Lists longer than this are shown by their verbs.
pub(crate) const LONG_LIST: usize = 30;

/// What a typed line means.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// A legal word.
    Word(String),
    /// The beginning of several legal words, to choose from.
    Several(Vec<usize>),
    /// None of them.
    None,
}

/// Finds the legal word: the number of the list, the whole word, or a beginning that only it has.
pub(crate) fn choose(typed: &str, legal: &[String]) -> Choice {
    if let Some(word) = typed.parse::<usize>().ok().and_then(|number| legal.get(number.checked_sub(1)?)) {
        return Choice::Word(word.clone());
    }
    if legal.iter().any(|word| word == typed) {
        return Choice::Word(typed.to_owned());
    }
    let begins = |word: &String| word.strip_prefix(typed).is_some_and(|rest| rest.starts_with(' '));
    let several: Vec<usize> = (0..legal.len()).filter(|index| begins(&legal[*index])).collect();
    match several[..] {
        [] => Choice::None,
        [only] => Choice::Word(legal[only].clone()),
        _ => Choice::Several(several),
    }
}

/// Numbered words in columns of at most 80 characters.
pub(crate) fn columns(legal: &[String], shown: &[usize]) -> String {
    const WIDTH: usize = 79;
    let cells: Vec<String> = shown.iter().map(|index| format!("{:>3} {}", index + 1, legal[*index])).collect();
    let widest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0) + 2;
    let across = (WIDTH / widest).max(1);
    let down = cells.len().div_ceil(across);
    let mut text = String::new();
    for row in 0..down {
        let line: String = (0..across)
            .filter_map(|column| cells.get(column * down + row))
            .map(|cell| format!("{cell:<widest$}"))
            .collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Each verb with the number of its words.
pub(crate) fn verbs(legal: &[String]) -> String {
    let verb = |word: &String| word.split(' ').next().unwrap_or("").to_owned();
    let groups = legal.chunk_by(|a, b| verb(a) == verb(b));
    let shown = groups.map(|group| {
        if group.len() == 1 { group[0].clone() } else { format!("{} … ({})", verb(&group[0]), group.len()) }
    });
    shown.collect::<Vec<_>>().join("   ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<String> {
        ["draw", "lay 1", "lay 2", "trade 12", "end"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_number_a_word_or_a_beginning_is_a_choice() {
        let legal = legal();
        assert_eq!(choose("5", &legal), Choice::Word("end".into()));
        assert_eq!(choose("lay 2", &legal), Choice::Word("lay 2".into()));
        assert_eq!(choose("trade", &legal), Choice::Word("trade 12".into()));
        assert_eq!(choose("lay", &legal), Choice::Several(vec![1, 2]));
        for nothing in ["", "0", "9", "la", "lay 3", "trade 1"] {
            assert_eq!(choose(nothing, &legal), Choice::None, "{nothing}");
        }
    }

    #[test]
    fn lists_fit_eighty_columns() {
        let many: Vec<String> = (0..300).map(|number| format!("place c3 r{number}")).collect();
        let all: Vec<usize> = (0..300).collect();
        assert!(columns(&many, &all).lines().all(|line| line.chars().count() < 80));
        assert_eq!(verbs(&legal()), "draw   lay … (2)   trade 12   end");
    }
}
