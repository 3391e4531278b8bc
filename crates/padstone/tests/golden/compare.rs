//! Compares layouts with recorded ones, as `tests/golden/README.md` says.

use serde_json::Value;

use crate::Answer;

/// What is wrong if the input had to be refused.
pub(crate) fn error(expected: &str, answer: &Answer) -> Vec<String> {
    if answer.errors.is_empty() { vec![format!("no error, but DXC says: {expected}")] } else { Vec::new() }
}

/// What differs between the recorded buffers and the answer; adds to `values` how many values were compared.
pub(crate) fn buffers(expected: &[Value], answer: &Answer, values: &mut usize) -> Vec<String> {
    let mut found = Findings { differences: Vec::new(), values };
    for error in &answer.errors {
        found.differences.push(format!("error at line {}: {}", error.line, error.message));
    }
    let layouts = answer.json["layouts"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, buffer) in expected.iter().enumerate() {
        let same = |other: &&Value| other["name"] == buffer["name"] && other["kind"] == buffer["kind"];
        // Names of buffers need not be unique: the second C is the second C.
        let earlier = expected[..index].iter().filter(same).count();
        match layouts.iter().filter(same).nth(earlier) {
            Some(layout) => found.layout(buffer, layout),
            None => found.differences.push(format!("{} {}: missing", text(&buffer["kind"]), text(&buffer["name"]))),
        }
    }
    found.differences
}

/// Rows of one layout by path; a row is taken out when it has found its partner.
type Rows<'a> = Vec<(&'a str, &'a Value)>;

/// A recorded member: path, offset, size if DXC says one.
#[derive(Clone, Copy)]
struct Member<'a> {
    path: &'a str,
    offset: u64,
    size: Option<u64>,
}

struct Findings<'v> {
    differences: Vec<String>,
    values: &'v mut usize,
}

impl Findings<'_> {
    fn layout(&mut self, buffer: &Value, layout: &Value) {
        let name = text(&buffer["name"]);
        self.value(name, "size", &buffer["size"], &layout["size"]);
        self.value(name, "stride", &buffer["stride"], &layout["stride"]);
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
        let members: Vec<Member> = buffer["members"].as_array().into_iter().flatten().map(member).collect();
        let all: Rows = layout["members"].as_array().into_iter().flatten().map(|row| (text(&row["path"]), row)).collect();
        let mut rest = all.clone();
        for (member, partner) in pair(&members, &mut rest) {
            let at = format!("{name}: {}", member.path);
            match partner {
                Partner::Row(row) => {
                    self.check(&at, "offset", member.offset.to_string(), row["offset"].to_string());
                    if let Some(size) = member.size {
                        self.check(&at, "size", size.to_string(), row["size"].to_string());
                    }
                    let matrix = &buffer["matrix"][member.path];
                    self.value(&at, "stride", &buffer["strides"][member.path], &row["stride"]);
                    self.value(&at, "matrixStride", &matrix["stride"], &row["matrixStride"]);
                    self.value(&at, "majorness", &matrix["major"], &row["majorness"]);
                }
                Partner::NotJudged => {}
                Partner::None => self.differences.push(format!("{at}: missing, DXC has it at {}", member.offset)),
            }
        }
        for (path, row) in rest {
            let element = path.strip_suffix("[]").and_then(|array| find(&all, array)).is_some_and(|array| array["offset"] == row["offset"]);
            if !element && row["size"] != 0 {
                self.differences.push(format!("{name}: {path}: DXC has no such member; ours is at {}", row["offset"]));
            }
        }
    }

    /// Compares a value, if DXC says one.
    fn value(&mut self, at: &str, what: &str, expected: &Value, got: &Value) {
        if !expected.is_null() {
            self.check(at, what, expected.to_string(), got.to_string());
        }
    }

    fn check(&mut self, at: &str, what: &str, expected: impl AsRef<str>, got: String) {
        *self.values += 1;
        let expected = expected.as_ref();
        if expected != got {
            self.differences.push(format!("{at}: {what} is {expected} in DXC, {got} here"));
        }
    }
}

/// What stands for a recorded member on our side.
enum Partner<'a> {
    Row(&'a Value),
    /// A row of which DXC says nothing, or a unit of bit-fields that was compared by its offset.
    NotJudged,
    None,
}

/// Finds the row of each recorded member and takes it out of `rest`: by its path, else by what is left of it where
/// DXC has no name.
fn pair<'a>(members: &[Member<'a>], rest: &mut Rows<'a>) -> Vec<(Member<'a>, Partner<'a>)> {
    let exact: Vec<_> = members.iter().map(|&member| (member, take(rest, |path, _| path == member.path))).collect();
    let named = exact.into_iter().map(|(member, row)| match row {
        Some(row) => (member, Partner::Row(row)),
        None if last(member.path).starts_with('#') => (member, Partner::None),
        None => (member, without_base(members, member, rest)),
    });
    let named: Vec<_> = named.collect();
    let units = named.into_iter().map(|(member, partner)| match partner {
        Partner::None if last(member.path).starts_with('#') => (member, bitfield_unit(member, rest)),
        partner => (member, partner),
    });
    units.collect()
}

/// The same member with fewer names in its path, as where the level of a base class is left out.
fn without_base<'a>(members: &[Member<'a>], member: Member<'a>, rest: &mut Rows<'a>) -> Partner<'a> {
    let same = |path: &str, row: &Value| last(path) == last(member.path) && row["offset"] == member.offset && leaves_out(path, member.path);
    if let Some(row) = take(rest, same) {
        return Partner::Row(row);
    }
    let starts =
        |prefix: &str| members.iter().any(|other| other.path.strip_prefix(member.path).is_some_and(|rest| rest.starts_with(prefix)));
    let is_base = member.size.is_none() && starts(".") && !starts("[]");
    if member.size == Some(0) || is_base { Partner::NotJudged } else { Partner::None }
}

/// Some bit-field has to start where the unit starts; all that start inside it belong to it.
fn bitfield_unit<'a>(unit: Member<'a>, rest: &mut Rows<'a>) -> Partner<'a> {
    let end = unit.offset + unit.size.unwrap_or(4);
    let inside = |path: &str, row: &Value| {
        let sibling = parent(path) == parent(unit.path) || leaves_out(parent(path), parent(unit.path));
        sibling && row["offset"].as_u64().is_some_and(|offset| (unit.offset..end).contains(&offset))
    };
    let mut starts = false;
    while let Some(row) = take(rest, inside) {
        starts |= row["offset"] == unit.offset;
    }
    if starts { Partner::NotJudged } else { Partner::None }
}

fn member(row: &Value) -> Member<'_> {
    Member { path: text(&row[0]), offset: row[1].as_u64().expect("an offset"), size: row[2].as_u64() }
}

fn take<'a>(rows: &mut Rows<'a>, is: impl Fn(&str, &Value) -> bool) -> Option<&'a Value> {
    let index = rows.iter().position(|(path, row)| is(path, row))?;
    Some(rows.remove(index).1)
}

fn find<'a>(rows: &Rows<'a>, path: &str) -> Option<&'a Value> {
    rows.iter().find(|row| row.0 == path).map(|row| row.1)
}

/// Whether `short` is `long` with some of the names left out.
fn leaves_out(short: &str, long: &str) -> bool {
    let mut names = long.split('.');
    short.is_empty() || short.split('.').all(|name| names.any(|other| other == name))
}

fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn parent(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(parent, _)| parent)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
