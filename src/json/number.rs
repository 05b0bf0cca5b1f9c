//! Numbers as the validator asks for them: their text is exact, whatever they are compared with.

use std::borrow::Cow;

use jsonschema::json::JsonNumber;

use super::doc::Doc;
use super::tape::{Kind, NodeId};

/// A number as the validator holds it: its text.
#[derive(Debug, Clone, Copy)]
pub struct SpannedNumber<'a> {
    text: &'a str,
    is_float: bool,
}

impl<'a> SpannedNumber<'a> {
    /// The number `node`; `None` for other kinds.
    pub(super) fn of(doc: Doc<'a>, node: NodeId) -> Option<Self> {
        match doc.kind(node) {
            Kind::Integer => Some(Self { text: doc.source(node), is_float: false }),
            Kind::Float => Some(Self { text: doc.source(node), is_float: true }),
            _ => None,
        }
    }
}

impl JsonNumber for SpannedNumber<'_> {
    fn as_u64(&self) -> Option<u64> {
        (!self.is_float).then(|| self.text.parse().ok()).flatten()
    }

    fn as_i64(&self) -> Option<i64> {
        (!self.is_float).then(|| self.text.parse().ok()).flatten()
    }

    fn as_f64(&self) -> Option<f64> {
        plain_decimal(self.text)
            .or_else(|| self.text.parse().ok())
            .filter(|number: &f64| number.is_finite())
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.text)
    }

    fn to_number(&self) -> Cow<'_, serde_json::Number> {
        Cow::Owned(super::value::number(self.text))
    }

    fn is_integer(&self) -> bool {
        !self.is_float || is_whole(self.text)
    }

    fn is_written_as_integer(&self) -> bool {
        !self.is_float
    }
}

/// The value of a number of at most fifteen digits without exponent: its digits and the power of ten
/// are both exact as binary64, so one division rounds rightly (Clinger 1990). Most numbers are such,
/// and bounds ask for them again and again.
fn plain_decimal(text: &str) -> Option<f64> {
    const TENS: [f64; 16] =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let bytes = text.as_bytes();
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    if digits.len() > TENS.len() {
        return None;
    }
    let (mut value, mut places, mut after_point) = (0_u64, 0, 0);
    for byte in digits {
        match byte {
            b'0'..=b'9' => {
                value = value * 10 + u64::from(byte - b'0');
                places += after_point;
            }
            b'.' => after_point = 1,
            _ => return None,
        }
    }
    if value >= 1 << 53 {
        return None;
    }
    #[allow(clippy::cast_precision_loss, reason = "it has at most 53 bits")]
    let value = value as f64 / TENS[places];
    Some(if digits.len() < bytes.len() { -value } else { value })
}

/// Whether a number written with a fraction or an exponent has no fractional part: exact for every
/// length and exponent.
fn is_whole(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (_, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let is_zero = |digits: &str| digits.bytes().all(|byte| matches!(byte, b'0' | b'-' | b'.'));
    if is_zero(mantissa) {
        return true;
    }
    // Digits that an exponent must move: of the fraction, or zeros at the end of the whole part.
    let spare = || {
        let whole = mantissa.split('.').next().unwrap_or_default();
        (whole.len() - whole.trim_end_matches('0').len()) as i64
    };
    match exponent.parse::<i64>() {
        Ok(exponent) if fraction.is_empty() => exponent >= -spare(),
        Ok(exponent) => exponent >= fraction.len() as i64,
        // Beyond 64 bits only the exponent's sign matters.
        Err(_) => !exponent.starts_with('-'),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_whole, plain_decimal};

    #[test]
    fn plain_decimals_are_what_the_library_reads() {
        let mut state = 1_u64;
        for round in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (whole, fraction) = (state >> 40, (state >> 12) % 10_u64.pow(1 + round % 7));
            for text in
                [format!("{whole}"), format!("-{whole}.{fraction}"), format!("0.{fraction}")]
            {
                let expected: f64 = text.parse().expect("a number");
                assert_eq!(
                    plain_decimal(&text).map(f64::to_bits),
                    Some(expected.to_bits()),
                    "{text}"
                );
            }
        }
        assert_eq!(plain_decimal("1e5"), None);
        assert_eq!(plain_decimal("12345678901234567"), None);
    }

    #[test]
    fn whole_numbers_are_recognised_however_they_are_written() {
        for text in
            ["1.0", "-1.50e1", "1e2", "100e-2", "0.0e-9", "1e400", "1.5e99999999999999999999"]
        {
            assert!(is_whole(text), "{text}");
        }
        for text in ["1.5", "1e-2", "150e-2", "1.25e1", "1e-99999999999999999999"] {
            assert!(!is_whole(text), "{text}");
        }
    }
}
