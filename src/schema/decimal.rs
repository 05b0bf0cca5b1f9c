//! Numbers as they are written, compared and divided without rounding.

/// A number without exponent: its digits as an integer, and how many of them follow the point.
#[derive(Debug, Clone, Copy)]
struct Decimal {
    digits: i128,
    places: u32,
}

/// Digits that leave room for a multiplication in 128 bits.
const MOST_DIGITS: usize = 17;

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction}");
        if digits.len() > MOST_DIGITS {
            return None;
        }
        Some(Self { digits: digits.parse().ok()?, places: fraction.len() as u32 })
    }

    /// The digits with `places` after the point.
    fn scaled(self, places: u32) -> i128 {
        self.digits * 10_i128.pow(places - self.places)
    }
}

/// `digits`, the last `places` of them after the point, as JSON writes it.
fn write(digits: i128, places: u32) -> String {
    let sign = if digits < 0 { "-" } else { "" };
    let places = places as usize;
    let text = format!("{:0>width$}", digits.unsigned_abs(), width = places + 1);
    let (whole, fraction) = text.split_at(text.len() - places);
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

/// The multiples of `step` next to `number`, below and above it. `None` if that cannot be said
/// without rounding.
pub(super) fn multiples_around(number: &str, step: &str) -> Option<(String, String)> {
    let (number, step) = (Decimal::read(number)?, Decimal::read(step)?);
    let places = number.places.max(step.places);
    let (number, step) = (number.scaled(places), step.scaled(places));
    if step <= 0 {
        return None;
    }
    let below = number.div_euclid(step) * step;
    Some((write(below, places), write(below + step, places)))
}

/// Whether two numbers are certainly the same.
pub(super) fn is_same(left: &str, right: &str) -> bool {
    let Some((left, right)) = Decimal::read(left).zip(Decimal::read(right)) else {
        return left == right;
    };
    let places = left.places.max(right.places);
    left.scaled(places) == right.scaled(places)
}

/// An integer that `text` writes with a point or an exponent, without them.
pub(super) fn as_integer(text: &str) -> Option<String> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let Decimal { digits, places } = Decimal::read(mantissa)?;
    let moved = exponent.parse::<i64>().ok()? - i64::from(places);
    let power = 10_i128.checked_pow(u32::try_from(moved.abs()).ok()?)?;
    let integer = if moved < 0 {
        (digits % power == 0).then(|| digits / power)?
    } else {
        digits.checked_mul(power)?
    };
    Some(integer.to_string())
}

#[cfg(test)]
mod tests {
    use super::{as_integer, is_same, multiples_around};

    #[test]
    fn multiples_are_exact() {
        let around = |number, step| {
            let (below, above) = multiples_around(number, step)?;
            Some(format!("{below} {above}"))
        };
        assert_eq!(around("0.75", "0.5").as_deref(), Some("0.5 1"));
        assert_eq!(around("-0.07", "0.05").as_deref(), Some("-0.1 -0.05"));
        assert_eq!(around("12", "5").as_deref(), Some("10 15"));
        assert_eq!(around("0.01", "1").as_deref(), Some("0 1"));
        assert_eq!(around("1e2", "7"), None);
        assert_eq!(around("123456789012345678", "7"), None);
        let longest = around("1234567890123456", "0.000000000000007");
        assert!(longest.is_some(), "the longest numbers fit");
    }

    #[test]
    fn numbers_are_the_same_however_they_are_written() {
        assert!(is_same("3.0", "3"));
        assert!(is_same("1e9", "1e9"));
        assert!(!is_same("3.01", "3"));
        assert!(!is_same("1e1", "10"), "not certain");
    }

    #[test]
    fn integers_are_written_out() {
        assert_eq!(as_integer("1e2").as_deref(), Some("100"));
        assert_eq!(as_integer("-1.50e1").as_deref(), Some("-15"));
        assert_eq!(as_integer("1.0").as_deref(), Some("1"));
        assert_eq!(as_integer("1200e-2").as_deref(), Some("12"));
        assert_eq!(as_integer("1.5"), None);
        assert_eq!(as_integer("1e400"), None);
    }
}
