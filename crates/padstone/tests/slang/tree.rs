//! Differences between two JSON trees.

use serde_json::Value;

/// The maximum number of differences listed for one document.
const LISTED: usize = 6;

/// The paths at which two documents differ.
pub(crate) fn differences(theirs: &Value, ours: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(theirs, ours, "", &mut found);
    found
}

fn compare(theirs: &Value, ours: &Value, path: &str, found: &mut Vec<String>) {
    if found.len() >= LISTED {
        return;
    }
    match (theirs, ours) {
        (Value::Object(theirs), Value::Object(ours)) => {
            for (key, value) in theirs {
                match ours.get(key) {
                    Some(other) => compare(value, other, &format!("{path}/{key}"), found),
                    None => found.push(format!("{path}/{key}: libslang {value}, padstone nothing")),
                }
            }
            let more = ours.iter().filter(|(key, _)| !theirs.contains_key(*key));
            found.extend(more.map(|(key, value)| format!("{path}/{key}: libslang nothing, padstone {value}")));
        }
        (Value::Array(theirs), Value::Array(ours)) => {
            if theirs.len() != ours.len() {
                found.push(format!("{path}: libslang {} items, padstone {}", theirs.len(), ours.len()));
            }
            for (index, (theirs, ours)) in theirs.iter().zip(ours).enumerate() {
                let name = theirs["name"].as_str().map_or(index.to_string(), str::to_owned);
                compare(theirs, ours, &format!("{path}/{name}"), found);
            }
        }
        _ if theirs == ours || theirs.as_f64().is_some_and(|number| ours.as_f64() == Some(number)) => {}
        _ => found.push(format!("{path}: libslang {theirs}, padstone {ours}")),
    }
}
