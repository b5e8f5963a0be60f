//! Letters as strokes, so that pictures become pixels without a font: each on a grid of 4 by 6, small letters as small
//! capitals.

/// The strokes of a letter: polylines parted by a blank, their corners as digits x and y, from the upper left.
const STROKES: &[(char, &str)] = &[
    ('0', "103041453616050110 0540"),
    ('1', "0220 2026 0646"),
    ('2', "01103041420646"),
    ('3', "01103041423313 3344453616 1605"),
    ('4', "36300444"),
    ('5', "40000333444536 361605"),
    ('6', "413010010516364544330304"),
    ('7', "00404116"),
    ('8', "103041423313020110 130405163645443313"),
    ('9', "051636454130100102133343"),
    ('A', "06022042 4246 0444"),
    ('B', "00063645443303 0030414233"),
    ('C', "4130100105163645"),
    ('D', "00062644422000"),
    ('E', "40000646 0333"),
    ('F', "400006 0333"),
    ('G', "41301001051636454323"),
    ('H', "0006 4046 0343"),
    ('I', "1030 2026 1636"),
    ('J', "4045361605"),
    ('K', "0006 4003 0346"),
    ('L', "000646"),
    ('M', "0600234046"),
    ('N', "06004640"),
    ('O', "103041453616050110"),
    ('P', "06003041423303"),
    ('Q', "103041453616050110 2446"),
    ('R', "06003041423303 2346"),
    ('S', "41301001021333444536 361605"),
    ('T', "0040 2026"),
    ('U', "000516364540"),
    ('V', "002640"),
    ('W', "0016233640"),
    ('X', "0046 4006"),
    ('Y', "002340 2326"),
    ('Z', "00400646"),
    ('-', "0343"),
    ('_', "0646"),
    ('+', "0343 2125"),
    ('=', "0242 0444"),
    ('*', "2125 0244 0442"),
    ('.', "2526"),
    (',', "2516"),
    (':', "2122 2425"),
    ('/', "0640"),
    ('\\', "0046"),
    ('|', "2026"),
    ('(', "30111535"),
    (')', "10313516"),
    ('[', "30101636"),
    (']', "10303616"),
    ('<', "400346"),
    ('>', "004306"),
    ('\'', "2021"),
    ('#', "1016 3036 0242 0444"),
    ('%', "0640 0001 4546"),
    ('!', "2024 2526"),
    ('?', "011030414224 2526"),
    ('$', "41100112 324536 2026"),
    ('~', "0412233241"),
];

/// The strokes of a letter about a point: each a list of corners. A letter without strokes is a small box.
pub(crate) fn strokes(letter: char, (x, y): (f32, f32), height: f32) -> Vec<Vec<(f32, f32)>> {
    if letter == ' ' {
        return Vec::new();
    }
    let small = letter.is_lowercase();
    let capital = letter.to_uppercase().next().unwrap_or(letter);
    let found = STROKES.iter().find(|(known, _)| *known == capital);
    let strokes = found.map_or("1131351511", |(_, strokes)| *strokes);
    let cap = height * if small { 0.56 } else { 0.72 };
    let width = height * 0.4 * if small { 0.88 } else { 1.0 };
    let foot = y + height * 0.36;
    strokes
        .split(' ')
        .map(|line| {
            let digits: Vec<f32> =
                line.chars().filter_map(|digit| digit.to_digit(10)).map(|digit| digit as f32).collect();
            digits
                .chunks_exact(2)
                .map(|point| (x + (point[0] / 4.0 - 0.5) * width, foot - cap + point[1] / 6.0 * cap))
                .collect()
        })
        .collect()
}
