//! Changes of the order of members.

use super::{Candidate, MOVE, Site};

/// The maximum distance of a move, so that the list of candidates stays readable.
const FURTHEST: usize = 16;

/// Moves the diverging member further back, or a later member before it.
pub(super) fn reorder_around(site: &Site<'_>, found: &mut Vec<Candidate>) {
    let (Some(body), Some(position)) = (site.body(), site.at()) else { return };
    // Without braces, other declarations may appear between the members.
    let is_loose = site.owner() == "$Globals";
    if !body.can_move() || is_loose {
        return;
    }
    for other in (position + 1..body.len()).take(FURTHEST) {
        let mut back: Vec<usize> = (0..body.len()).collect();
        let member = back.remove(position);
        back.insert(other, member);
        let mut front: Vec<usize> = (0..body.len()).collect();
        let member = front.remove(other);
        front.insert(position, member);
        let (name, second) = (site.name(position), site.name(other));
        let moves = [(back, format!("move `{name}` after `{second}`")), (front, format!("move `{second}` before `{name}`"))];
        for (order, title) in moves {
            let Some(change) = body.reordered(&order) else { continue };
            found.push(Candidate { changes: vec![site.change(change)], weight: MOVE, title, note: None, unrewritten: None });
        }
    }
}
