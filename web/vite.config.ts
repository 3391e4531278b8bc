import { fileURLToPath } from "node:url";

import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Relative addresses, so that the built folder works under any path of any server.
export default defineConfig({
  base: "./",
  // The output of `cargo xtask wasm`.
  resolve: { alias: { padstone: here("../target/wasm/package") } },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: { input: [here("index.html"), here("article.html")] },
  },
  worker: { format: "es" },
});
