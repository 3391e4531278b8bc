//! DXC's recordings, in which some members have no name; these are matched by the rest of their path.

use serde_json::Value;

use crate::golden::compare::{Findings, Judge, Member, Rows, members, rows, take, text};

pub(crate) struct Dxc;

impl Judge for Dxc {
    const NAME: &'static str = "DXC";

    fn content(findings: &mut Findings<'_>, buffer: &Value, layout: &Value) {
        let name = text(&buffer["name"]);
        let rows_of_layout = rows(layout);
        let mut rest = rows_of_layout.clone();
        for (member, partner) in pair(&members(buffer), &mut rest) {
            match partner {
                Partner::Row(row) => findings.member(buffer, member, row),
                Partner::NotJudged => {}
                Partner::None => findings.differences.push(format!("{name}: {}: missing, DXC has it at {}", member.path, member.offset)),
            }
        }
        for (path, row) in rest {
            let element = path
                .strip_suffix("[]")
                .and_then(|array| find(&rows_of_layout, array))
                .is_some_and(|array| array["offset"] == row["offset"]);
            if !element && row["size"] != 0 {
                findings.differences.push(format!("{name}: {path}: DXC has no such member; ours is at {}", row["offset"]));
            }
        }
    }
}

/// padstone's counterpart of a recorded member.
enum Partner<'a> {
    Row(&'a Value),
    /// A row that DXC does not report, or a unit of bit-fields that was compared by its offset.
    NotJudged,
    None,
}

/// Finds the row of each recorded member and removes it from `rest`: by its path, or by the named part of it if
/// DXC omits names.
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

/// The same member with fewer names in its path, for example without the level of a base class.
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

/// Some bit-field must start where the unit starts; all that start inside the unit belong to it.
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

fn find<'a>(rows: &Rows<'a>, path: &str) -> Option<&'a Value> {
    rows.iter().find(|row| row.0 == path).map(|row| row.1)
}

/// Whether `short` is `long` with some of the names omitted.
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
