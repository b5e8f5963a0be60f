//! Names: which are allowed, and those that guests get.

use protocol::{MOST_NAME, RefusalCode, is_unseen};

use crate::Refused;
use crate::people::token::random;

/// The languages of messages to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Italian.
    Italian,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Reads a language's tag, `it` or `it-CH`.
    pub fn read(tag: &str) -> Option<Language> {
        match tag.split('-').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "en" => Some(Language::English),
            "it" => Some(Language::Italian),
            "es" => Some(Language::Spanish),
            _ => None,
        }
    }

    /// The language that a browser prefers by `Accept-Language`.
    pub fn accepted(header: &str) -> Language {
        let weight = |part: &str| {
            let weight = part.split(';').find_map(|word| word.trim().strip_prefix("q="));
            weight.map_or(Some(1.0), |weight| weight.parse::<f32>().ok()).unwrap_or(0.0)
        };
        let known = header.split(',').filter_map(|part| {
            let tag = part.split(';').next().unwrap_or_default();
            Some((Language::read(tag)?, weight(part)))
        });
        // The first one with the highest weight.
        let best = known.fold(None, |best: Option<(Language, f32)>, next| match best {
            Some(best) if best.1 >= next.1 => Some(best),
            _ => Some(next),
        });
        best.map(|(language, _)| language).unwrap_or_default()
    }

    /// The tag.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Italian => "it",
            Language::Spanish => "es",
        }
    }
}

const ENGLISH: (&[&str], &[&str]) = (
    &[
        "Curious",
        "Patient",
        "Bold",
        "Sleepy",
        "Clever",
        "Gentle",
        "Restless",
        "Lucky",
        "Muddy",
        "Wandering",
        "Merry",
        "Quiet",
        "Nimble",
        "Sunlit",
        "Hungry",
        "Stubborn",
    ],
    &[
        "Otter", "Heron", "Tapir", "Ibex", "Gecko", "Llama", "Toucan", "Badger", "Condor", "Turtle", "Marmot", "Lynx",
        "Pelican", "Hedgehog", "Jaguar", "Ocelot",
    ],
);
// Adjectives that go with nouns of either gender.
const ITALIAN: (&[&str], &[&str]) = (
    &[
        "audace",
        "paziente",
        "veloce",
        "felice",
        "gentile",
        "tenace",
        "vagante",
        "agile",
        "brillante",
        "prudente",
        "elegante",
        "vivace",
        "celeste",
        "errante",
        "sognante",
        "capace",
    ],
    &[
        "Lontra",
        "Airone",
        "Tapiro",
        "Stambecco",
        "Geco",
        "Lama",
        "Tucano",
        "Tasso",
        "Condor",
        "Tartaruga",
        "Marmotta",
        "Lince",
        "Pellicano",
        "Riccio",
        "Giaguaro",
        "Volpe",
    ],
);
const SPANISH: (&[&str], &[&str]) = (
    &[
        "audaz",
        "paciente",
        "veloz",
        "feliz",
        "amable",
        "tenaz",
        "errante",
        "alegre",
        "brillante",
        "prudente",
        "elegante",
        "vivaz",
        "celeste",
        "valiente",
        "sonriente",
        "capaz",
    ],
    &[
        "Nutria",
        "Garza",
        "Tapir",
        "Cabra",
        "Geco",
        "Llama",
        "Tucán",
        "Tejón",
        "Cóndor",
        "Tortuga",
        "Marmota",
        "Lince",
        "Pelícano",
        "Erizo",
        "Jaguar",
        "Zorro",
    ],
);

/// Makes up a name for a guest.
pub fn guest(language: Language) -> String {
    let [first, second] = random::<2>().map(usize::from);
    let (qualities, animals) = match language {
        Language::English => ENGLISH,
        Language::Italian => ITALIAN,
        Language::Spanish => SPANISH,
    };
    let (quality, animal) = (qualities[first % qualities.len()], animals[second % animals.len()]);
    match language {
        Language::English => format!("{quality} {animal}"),
        Language::Italian | Language::Spanish => format!("{animal} {quality}"),
    }
}

/// Normalizes the white space of a name. Refuses names that nobody could read.
pub fn check(name: &str) -> Result<String, Refused> {
    let refuse = |key: &str, text: String| Err(Refused::new(RefusalCode::Malformed, key, text));
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters = name.chars().count();
    if letters == 0 || letters > MOST_NAME {
        return refuse("name_length", format!("a name has 1 to {MOST_NAME} characters"));
    }
    if name.chars().any(is_unseen) || !name.chars().any(char::is_alphanumeric) {
        return refuse("name_letters", "a name needs a letter or digit, and no invisible characters".to_owned());
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_guests_get_is_possible() {
        for (qualities, animals) in [ENGLISH, ITALIAN, SPANISH] {
            for (quality, animal) in qualities.iter().flat_map(|q| animals.iter().map(move |a| (q, a))) {
                let name = format!("{quality} {animal}");
                assert_eq!(check(&name).ok(), Some(name));
            }
        }
    }

    #[test]
    fn names_are_trimmed_and_must_be_seen() {
        assert_eq!(check("  Ana   Maria ").ok().as_deref(), Some("Ana Maria"));
        for bad in ["", "   ", "…", "a\u{202e}b", "\u{200b}x", "x\u{7}", &"x".repeat(25)] {
            assert!(check(bad).is_err(), "{bad:?}");
        }
        assert!(check("李雷").is_ok() && check("Zoë 2").is_ok());
    }

    #[test]
    fn the_browser_says_which_language() {
        for (header, language) in [
            ("it-CH,it;q=0.9,en;q=0.8", Language::Italian),
            ("de,es;q=0.7,en;q=0.9", Language::English),
            ("fr, es;q=0.5", Language::Spanish),
            ("", Language::English),
            ("*;q=x", Language::English),
        ] {
            assert_eq!(Language::accepted(header), language, "{header}");
        }
    }
}
