//! What the terminal says around lessons and rules, in the languages that they are written in. The sentences of the
//! engine, events and reasons, are English everywhere in the terminal.

/// The fixed phrases of a language; `{}` stands for what varies.
pub(crate) struct Phrases {
    pub(crate) how: &'static str,
    /// Who the letters on the board are, where texts speak of colours.
    pub(crate) seats: [&'static str; 4],
    pub(crate) read: &'static str,
    pub(crate) verbs: &'static str,
    pub(crate) marked: &'static str,
    pub(crate) other: &'static str,
    pub(crate) over: &'static str,
    pub(crate) point: &'static str,
    pub(crate) points: &'static str,
    pub(crate) resumed: &'static str,
    pub(crate) kept: &'static str,
    pub(crate) done: &'static str,
    pub(crate) following: &'static str,
    pub(crate) refused: &'static str,
}

const ENGLISH: Phrases = Phrases {
    how: "Type the number of a choice, its words, or the first of them. ? shows the way, list all choices, q leaves.",
    seats: ["You are A, Red", "B is Blue", "C is Yellow", "D is Green"],
    read: "[Enter goes on]",
    verbs: "Type a verb to see its words:",
    marked: "Marked: {}",
    other: "That can be done, but the lesson asks for something else.",
    over: "The match is over by rule {}.",
    point: "{} point",
    points: "{} points",
    resumed: "You go on at step {}; --anew begins at the first one.",
    kept: "You are at step {}; the same command goes on there.",
    done: "The lesson is done.",
    following: "The next one: {}",
    refused: "'{}' is refused:",
};

const ITALIAN: Phrases = Phrases {
    how: "Scrivi il numero di una scelta, le sue parole o le prime. ? mostra la via, list tutte le scelte, q esce.",
    seats: ["Tu sei A, il Rosso", "B è il Blu", "C è il Giallo", "D è il Verde"],
    read: "[Invio per continuare]",
    verbs: "Scrivi un verbo per vederne le parole:",
    marked: "Segnato: {}",
    other: "Si può fare, ma la lezione chiede altro.",
    over: "La partita finisce per la regola {}.",
    point: "{} punto",
    points: "{} punti",
    resumed: "Continui dal passo {}; --anew ricomincia dal primo.",
    kept: "Sei al passo {}; lo stesso comando continua da lì.",
    done: "La lezione è finita.",
    following: "La prossima: {}",
    refused: "'{}' è rifiutato:",
};

const SPANISH: Phrases = Phrases {
    how: "Escribe el número de una opción, sus palabras o las primeras. ? muestra el camino, list todas, q sale.",
    seats: ["Tú eres A, Rojo", "B es Azul", "C es Amarillo", "D es Verde"],
    read: "[Intro para seguir]",
    verbs: "Escribe un verbo para ver sus palabras:",
    marked: "Marcado: {}",
    other: "Se puede hacer, pero la lección pide otra cosa.",
    over: "La partida acaba por la regla {}.",
    point: "{} punto",
    points: "{} puntos",
    resumed: "Sigues en el paso {}; --anew vuelve a empezar por el primero.",
    kept: "Estás en el paso {}; la misma orden sigue ahí.",
    done: "La lección ha terminado.",
    following: "La siguiente: {}",
    refused: "'{}' se rechaza:",
};

impl Phrases {
    /// The phrases of a language of lessons.
    pub(crate) fn of(language: &str) -> &'static Phrases {
        match language {
            "it" => &ITALIAN,
            "es" => &SPANISH,
            _ => &ENGLISH,
        }
    }

    /// What a step brought: `+3 points`.
    pub(crate) fn gained(&self, points: i32) -> String {
        let phrase = if points.abs() == 1 { self.point } else { self.points };
        phrase.replace("{}", &format!("{points:+}"))
    }
}
