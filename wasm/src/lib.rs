//! padstone in WebAssembly: files by name, and requests and responses as JSON in the form of `padstone::schema`.

#![allow(missing_docs, reason = "the JavaScript package contains the documentation")]

use padstone::schema;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
#[derive(Default)]
pub struct Workspace(padstone::Workspace);

#[wasm_bindgen]
impl Workspace {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// Sets the text of a file.
    #[wasm_bindgen(js_name = setText)]
    pub fn set_text(&mut self, path: &str, text: String) {
        self.0.set_file(path, text);
    }

    /// Sets the bytes of a file, for compiled modules.
    #[wasm_bindgen(js_name = setBytes)]
    pub fn set_bytes(&mut self, path: &str, bytes: Vec<u8>) {
        self.0.set_file(path, bytes);
    }

    /// Removes a file.
    pub fn forget(&mut self, path: &str) {
        self.0.forget(path);
    }

    /// Answers a request: JSON to JSON.
    pub fn ask(&self, request: &str) -> Result<String, JsError> {
        let request = schema::Request::from_json(request)?;
        Ok(schema::json(&schema::answer(&self.0, &request)?))
    }
}
