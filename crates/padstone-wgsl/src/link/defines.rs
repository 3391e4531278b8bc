//! The definitions of `-D` and `#define`: shader definitions of naga_oil and features of WESL.

use rustc_hash::FxHashMap;

/// Definitions, by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Defines {
    values: FxHashMap<String, String>,
}

/// The result of comparing two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DefineComparison {
    True,
    False,
    /// One is a number and the other is not, or neither can be compared.
    Senseless,
}

impl Defines {
    /// The definitions of the command line. A definition without a value is `true`.
    pub(crate) fn new(defines: &[(String, Option<String>)]) -> Self {
        let mut all = Defines::default();
        for (name, value) in defines {
            all.define(name, value.as_deref());
        }
        all
    }

    pub(crate) fn define(&mut self, name: &str, value: Option<&str>) {
        self.values.insert(name.to_owned(), value.unwrap_or("true").trim().to_owned());
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Whether a feature of WESL is enabled: it is defined, and not as `false` or `0`.
    pub(crate) fn enables(&self, feature: &str) -> bool {
        self.get(feature).is_some_and(|value| value != "false" && value != "0")
    }
}

/// `value operator other`, both numbers or both `true` or `false`.
pub(crate) fn compare(value: &str, operator: &str, other: &str) -> DefineComparison {
    let order = match (integer(value), integer(other)) {
        (Some(value), Some(other)) => value.cmp(&other),
        (None, None) => match (value.parse::<bool>(), other.parse::<bool>()) {
            (Ok(value), Ok(other)) => value.cmp(&other),
            _ => return DefineComparison::Senseless,
        },
        _ => return DefineComparison::Senseless,
    };
    let is_true = match operator {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => return DefineComparison::Senseless,
    };
    if is_true { DefineComparison::True } else { DefineComparison::False }
}

/// `4`, `-4`, `4u`, `4i`.
fn integer(text: &str) -> Option<i64> {
    text.trim_end_matches(['i', 'u']).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_compare_only_with_values_of_their_type() {
        for (text, expected) in [
            ("4 == 4u", DefineComparison::True),
            ("4 != 4", DefineComparison::False),
            ("-1 < 1", DefineComparison::True),
            ("true == true", DefineComparison::True),
            ("true >= false", DefineComparison::True),
            ("true == 1", DefineComparison::Senseless),
            ("vec3 == vec3", DefineComparison::Senseless),
            ("1 =! 2", DefineComparison::Senseless),
        ] {
            let [value, operator, other] = *text.split(' ').collect::<Vec<_>>() else { panic!("{text}") };
            assert_eq!(compare(value, operator, other), expected, "{text}");
        }
    }
}
