//! Pictures of layouts: rows of 16 bytes, members colored by type, padding hatched.
//!
//! All listings are collected first, because one buffer under several rule sets is one picture, with the rule sets aligned
//! row by row. The content of a buffer becomes [`ByteCell`](cells::ByteCell)s, [`grid`] folds rows if there are too many,
//! [`svg`] draws, and [`html`] creates a page with search, folding and a byte inspector.

mod cells;
mod grid;
mod html;
mod svg;

use std::collections::HashMap;
use std::io::{self, Write};

use crate::buffer::OutputBuffer;
use crate::{LayoutWriter, Listing, Settings};
use cells::Drawing;

/// One buffer, under one or several rule sets.
struct Picture {
    /// The description: `cbuffer Camera`.
    title: String,
    /// The location of its declaration.
    place: String,
    drawings: Vec<Drawing>,
}

/// Collects layouts, and writes them as one picture or page.
pub(crate) struct Pictures {
    settings: Settings,
    pictures: Vec<Picture>,
    /// The index in `pictures` by title and location.
    known: HashMap<(String, String), usize>,
    write: fn(&[Picture], Settings, &mut OutputBuffer<'_>) -> io::Result<()>,
}

impl Pictures {
    pub(crate) fn svg(settings: Settings) -> Pictures {
        Pictures { settings, pictures: Vec::new(), known: HashMap::new(), write: svg::write }
    }

    pub(crate) fn html(settings: Settings) -> Pictures {
        Pictures { settings, pictures: Vec::new(), known: HashMap::new(), write: html::write }
    }
}

impl LayoutWriter for Pictures {
    fn listing(&mut self, listing: &Listing<'_>, _: &mut dyn Write) -> io::Result<()> {
        for (title, place, mut drawing) in cells::drawings(listing, self.settings) {
            match self.known.get(&(title.clone(), place.clone())) {
                Some(&index) => {
                    let picture = &mut self.pictures[index];
                    drawing.compare_with(&picture.drawings[0]);
                    picture.drawings.push(drawing);
                }
                None => {
                    self.known.insert((title.clone(), place.clone()), self.pictures.len());
                    self.pictures.push(Picture { title, place, drawings: vec![drawing] });
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = OutputBuffer::new(out);
        (self.write)(&self.pictures, self.settings, &mut out)?;
        out.finish()
    }
}
