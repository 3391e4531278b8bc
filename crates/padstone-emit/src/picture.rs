//! Pictures of layouts: rows of 16 bytes, members coloured by type, padding hatched.
//!
//! All listings are gathered first, since one buffer under several rule sets makes one picture, rule set beside rule set,
//! row beside row. What lies in a buffer becomes [`Cell`](cells::Cell)s; [`grid`] folds what would be too many rows;
//! [`svg`] draws, and [`html`] puts the drawings into a page with search, folding and a byte inspector.

mod cells;
mod grid;
mod html;
mod svg;

use std::io::{self, Write};

use crate::{LayoutWriter, Listing, Settings};
use cells::Drawing;

/// One buffer, under one or several rule sets.
struct Picture {
    /// What it is, for people: `cbuffer Camera`.
    title: String,
    /// Where it is declared.
    place: String,
    drawings: Vec<Drawing>,
}

/// Gathers listings and writes them as one picture or page.
pub(crate) struct Pictures {
    settings: Settings,
    pictures: Vec<Picture>,
    write: fn(&[Picture], Settings, &mut dyn Write) -> io::Result<()>,
}

impl Pictures {
    pub(crate) fn svg(settings: Settings) -> Pictures {
        Pictures { settings, pictures: Vec::new(), write: svg::write }
    }

    pub(crate) fn html(settings: Settings) -> Pictures {
        Pictures { settings, pictures: Vec::new(), write: html::write }
    }
}

impl LayoutWriter for Pictures {
    fn listing(&mut self, listing: &Listing<'_>, _: &mut dyn Write) -> io::Result<()> {
        for (title, place, mut drawing) in cells::drawings(listing, self.settings) {
            let same = |picture: &&mut Picture| picture.title == title && picture.place == place;
            // The rule sets of a file follow one another: what they share is not far back.
            match self.pictures.iter_mut().rev().find(same) {
                Some(picture) => {
                    drawing.compare_with(&picture.drawings[0]);
                    picture.drawings.push(drawing);
                }
                None => self.pictures.push(Picture { title, place, drawings: vec![drawing] }),
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        (self.write)(&self.pictures, self.settings, out)
    }
}
