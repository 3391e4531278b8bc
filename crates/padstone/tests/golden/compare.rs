//! Compares layouts with recorded ones: see `tests/golden/README.md`.

use serde_json::Value;

use crate::golden::Answer;

/// The compiler of a recording, which determines how members are matched.
pub(crate) trait Judge {
    /// The name of the compiler.
    const NAME: &'static str;

    /// Compares the contents of a buffer.
    fn content(findings: &mut Findings<'_>, buffer: &Value, layout: &Value);
}

/// The mismatch if the input had to be rejected.
pub(crate) fn error(expected: &str, answer: &Answer) -> Vec<String> {
    if answer.errors.is_empty() { vec![format!("no error, but there is one: {expected}")] } else { Vec::new() }
}

/// The differences between the recorded buffers and padstone's; adds the number of compared values to `values`.
pub(crate) fn buffers<J: Judge>(expected: &[Value], answer: &Answer, values: &mut usize) -> Vec<String> {
    let mut found = Findings { judge: J::NAME, differences: Vec::new(), values };
    for error in &answer.errors {
        found.differences.push(format!("error at line {}: {}", error.line, error.message));
    }
    let layouts = answer.json["layouts"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, buffer) in expected.iter().enumerate() {
        let same = |other: &&Value| other["name"] == buffer["name"] && other["kind"] == buffer["kind"];
        // Names of buffers need not be unique: equal names are matched in order.
        let earlier = expected[..index].iter().filter(same).count();
        match layouts.iter().filter(same).nth(earlier) {
            Some(layout) => {
                found.buffer(buffer, layout);
                J::content(&mut found, buffer, layout);
            }
            None => found.differences.push(format!("{} {}: missing", text(&buffer["kind"]), text(&buffer["name"]))),
        }
    }
    found.differences
}

/// Rows of one layout by path; a row is removed once it is matched.
pub(crate) type Rows<'a> = Vec<(&'a str, &'a Value)>;

/// A recorded member: path, offset, size if recorded.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    pub(crate) path: &'a str,
    pub(crate) offset: u64,
    pub(crate) size: Option<u64>,
}

pub(crate) struct Findings<'v> {
    judge: &'static str,
    pub(crate) differences: Vec<String>,
    values: &'v mut usize,
}

impl Findings<'_> {
    /// The properties of a buffer as a whole.
    fn buffer(&mut self, buffer: &Value, layout: &Value) {
        let name = text(&buffer["name"]);
        for key in ["size", "align", "stride", "rules"] {
            self.value(name, key, &buffer[key], &layout[key]);
        }
        self.value(name, "stride", &buffer["strides"][""], &layout["stride"]);
        if let Some(end) = buffer["end"].as_u64().filter(|_| buffer["size"].is_null()) {
            // Compilers may round the end of a block or not: both are correct.
            let align = layout["align"].as_u64().unwrap_or(1).max(1);
            let (end, rounded) = (end.to_string(), end.next_multiple_of(align).to_string());
            let got = layout["size"].to_string();
            self.check(name, "size", if got == rounded { rounded } else { end }, got);
        }
        for (key, value) in buffer["binding"].as_object().into_iter().flatten() {
            let unbounded = key == "count" && matches!(value.as_u64(), Some(0 | 0xffff_ffff));
            if unbounded {
                // A key with the value null, not a missing key.
                let count = layout["binding"].get("count");
                self.check(name, "binding.count", "null", count.map_or("missing".into(), Value::to_string));
            } else {
                self.value(name, &format!("binding.{key}"), value, &layout["binding"][key]);
            }
        }
    }

    /// Compares offset and size of a member with those of its row, and the properties of arrays and matrices.
    pub(crate) fn member(&mut self, buffer: &Value, member: Member<'_>, row: &Value) {
        let path = member.path;
        let position = format!("{}: {path}", text(&buffer["name"]));
        self.check(&position, "offset", member.offset.to_string(), row["offset"].to_string());
        if let Some(size) = member.size {
            self.check(&position, "size", size.to_string(), row["size"].to_string());
        }
        self.value(&position, "stride", &buffer["strides"][path], &row["stride"]);
        self.value(&position, "align", &buffer["aligns"][path], &row["align"]);
        if let Some(count) = buffer["counts"].get(path) {
            // Null is the count of a runtime-sized array, and differs from a missing key.
            self.check(&position, "count", count.to_string(), row.get("count").map_or("missing".into(), Value::to_string));
        }
        let matrix = &buffer["matrix"][path];
        let (stride, major) = if matrix.is_array() { (&matrix[0], &matrix[1]) } else { (&matrix["stride"], &matrix["major"]) };
        self.value(&position, "matrixStride", stride, &row["matrixStride"]);
        self.value(&position, "majorness", major, &row["majorness"]);
    }

    /// Compares a value, if it is recorded.
    fn value(&mut self, position: &str, property: &str, expected: &Value, got: &Value) {
        if !expected.is_null() {
            self.check(position, property, expected.to_string(), got.to_string());
        }
    }

    fn check(&mut self, position: &str, property: &str, expected: impl AsRef<str>, got: String) {
        *self.values += 1;
        let expected = expected.as_ref();
        if expected != got {
            self.differences.push(format!("{position}: {property} is {expected} in {}, {got} here", self.judge));
        }
    }
}

/// The recorded members of a buffer.
pub(crate) fn members(buffer: &Value) -> Vec<Member<'_>> {
    let member = |row: &'_ Value| (row[1].as_u64().expect("an offset"), row[2].as_u64());
    let rows = buffer["members"].as_array().into_iter().flatten();
    rows.map(|row| (text(&row[0]), member(row))).map(|(path, (offset, size))| Member { path, offset, size }).collect()
}

/// The rows of a layout.
pub(crate) fn rows(layout: &Value) -> Rows<'_> {
    layout["members"].as_array().into_iter().flatten().map(|row| (text(&row["path"]), row)).collect()
}

/// Removes and returns the first row that satisfies the predicate.
pub(crate) fn take<'a>(rows: &mut Rows<'a>, is: impl Fn(&str, &Value) -> bool) -> Option<&'a Value> {
    let index = rows.iter().position(|(path, row)| is(path, row))?;
    Some(rows.remove(index).1)
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
