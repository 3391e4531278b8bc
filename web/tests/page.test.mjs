// Every function of the page, in Chromium, by pointer and by keyboard.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";

import { answered, browser, open, serve } from "./server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pictures = process.env.PADSTONE_SCREENSHOTS;

let server;
let chromium;
before(async () => {
  server = await serve();
  chromium = await browser();
});
after(async () => {
  await chromium?.close();
  server?.close();
});

/** Runs a test on its own page, and fails if the page has errors. */
async function on(settings, address, run, prepare) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  try {
    if (prepare) await context.addInitScript(prepare);
    const { page, errors } = await open(context, server.address + address);
    await run(page, context);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

const verdict = (page) => page.locator("#verdict").textContent();

test("the first page shows several compilers side by side, and marks where they differ", () =>
  on({}, "", async (page) => {
    assert.equal(await page.locator(".pictures figure").count(), 3);
    assert.match(await verdict(page), /differ from/);
    assert.match(await page.locator("#table").textContent(), /rotation/);
    assert.doesNotMatch(await page.locator("#table").textContent(), /undefined/);
    assert.match(await page.locator("#table").textContent(), /after each column but the last/);
  }));

test("rows follow the scale of bytes, and the legend follows the rows", () =>
  on({}, "", async (page) => {
    const figure = page.locator(".pictures figure").first();
    const box = async (selector, index) => (await figure.locator(selector).nth(index).boundingBox()) ?? assert.fail(selector);
    const [scale, first, last, key] = [await box(".scale", 0), await box(".cell", 0), await box(".cell", -1), await box(".key", 0)];
    const gap = (above, below) => below.y - (above.y + above.height);
    assert.ok(gap(scale, first) >= 0 && gap(scale, first) < first.height, `${gap(scale, first)} pixels above the rows`);
    assert.ok(gap(last, key) >= 0 && gap(last, key) < 2 * first.height, `${gap(last, key)} pixels above the legend`);
  }));

test("typing updates the picture, and errors are marked in the source", () =>
  on({}, "", async (page) => {
    await write(page, "cbuffer A { float a[2]; float3 b; };");
    await page.waitForFunction(() => document.querySelector("#table")?.textContent?.includes("cbuffer A"));
    assert.match(await verdict(page), /differ from b on/);
    await write(page, "cbuffer A { flot a; };");
    await page.locator("#problems .error").first().waitFor();
    await page.locator(".cm-lintRange-error").first().waitFor({ state: "attached" });
  }));

test("a click applies a verified fix", () =>
  on({}, "", async (page) => {
    await write(page, "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0.x); };");
    await page.locator("#problems .fix").first().click();
    await page.waitForFunction(() => document.getElementById("problems")?.textContent === "None.");
  }));

test("a cell selects its source and shows its reason; the cursor selects its cells", () =>
  on({}, "", async (page) => {
    await page.locator('.pictures .cell[data-path="exposure"]').first().click();
    await page.locator(".cm-member").waitFor();
    assert.equal(await page.locator(".cm-member").textContent(), "exposure");
    await page.locator("#details pre").waitFor();
    assert.match(await page.locator("#details").textContent(), /exposure/);
    await page.locator(".cm-line", { hasText: "horizon" }).click({ position: { x: 100, y: 5 } });
    await page.locator('.pictures .cell.chosen[data-path="horizon"]').first().waitFor();
  }));

test("the page reorders members to the smallest size", () =>
  on({}, "", async (page) => {
    await write(page, "cbuffer A { float a; float4 b; float c; float4 d; };");
    await page.locator("#tab-order").click();
    await page.getByRole("button", { name: "Reorder the members" }).click();
    await page.waitForFunction(() => /float a;\s*float c;/.test(document.querySelector(".cm-content")?.textContent ?? ""));
  }));

test("the page shows host code in each language", () =>
  on({}, "", async (page) => {
    await page.locator("#tab-host").click();
    for (const [language, word] of [["rust", "struct Sky"], ["c", "Sky"], ["python", "Sky"], ["typescript", "class Sky"]]) {
      await page.locator("#host").selectOption(language);
      await page.waitForFunction((word) => document.querySelector("#panel-host pre")?.textContent?.includes(word), word);
    }
  }));

test("edits make the layouts of the compilers match", () =>
  on({}, "", async (page) => {
    await write(page, "cbuffer A { float2 a; float3 b; };");
    await page.locator("#tab-repair").click();
    await page.getByRole("button", { name: "Apply these edits" }).click();
    await page.waitForFunction(() => document.getElementById("verdict")?.textContent?.startsWith("All"));
  }));

test("elements of an array buffer have reasons", () =>
  on({}, "?example=wgsl-host", async (page) => {
    await write(page, "@group(0) @binding(0) var<storage> points: array<vec3f>;");
    await page.waitForFunction(() => document.querySelector("#table")?.textContent?.includes("points"));
    await page.locator(".pictures .cell").first().click();
    await page.waitForFunction(() => document.querySelector("#details pre")?.textContent?.includes("points[0]"));
  }));

test("the reader adds and removes compilers", () =>
  on({}, "", async (page) => {
    await page.locator("#add-compiler").selectOption("clang-22");
    await page.waitForFunction(() => document.querySelectorAll(".pictures figure").length === 4);
    await page.getByRole("button", { name: "Remove dxc-spirv", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".pictures figure").length === 3);
  }));

test("the page names a missing include", () =>
  on({}, "", async (page) => {
    await write(page, '#include "common.hlsli"\ncbuffer A { Shared s; };');
    await page.getByRole("button", { name: "Add common.hlsli" }).click();
    await write(page, "struct Shared { float3 a; };");
    await page.waitForFunction(() => document.querySelector("#table")?.textContent?.includes("s.a"));
  }));

test("a compiled module shows its own offsets", () =>
  on({}, "", async (page) => {
    await page.locator("#picker").setInputFiles(fileURLToPath(new URL("../../crates/padstone-cli/tests/cases/languages.in/sky.spv", import.meta.url)));
    await page.locator('#compilers li', { hasText: "as-compiled" }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".pictures .cell").length > 0 && document.querySelectorAll(".pictures figure").length === 1);
    assert.equal(await page.locator("#problems .error").count(), 0);
  }));

test("a link carries files and settings", () =>
  on({ permissions: ["clipboard-read", "clipboard-write"] }, "", async (page, context) => {
    await write(page, "cbuffer Linked { float3 place; };");
    await page.waitForFunction(() => document.querySelector("#table")?.textContent?.includes("place"));
    await page.locator("#share").click();
    await page.waitForFunction(() => location.hash.length > 1);
    await page.getByRole("button", { name: "Link copied" }).waitFor();
    const { page: other } = await open(context, page.url());
    assert.match(await other.locator("#table").textContent(), /Linked/);
  }));

test("all examples have answers without errors", () =>
  on({}, "", async (page) => {
    const ids = await page.evaluate(() => {
      document.getElementById("presets").click();
      const all = [...document.querySelectorAll(".presets button")].map((one) => one.value);
      document.querySelector("dialog").close();
      return all;
    });
    assert.ok(ids.length >= 20);
    for (const id of ids) {
      await page.goto(`${server.address}?example=${id}`);
      await answered(page);
      assert.ok((await page.locator(".pictures .cell").count()) > 0, id);
    }
  }));

test("the source never leaves the page", () =>
  on({}, "", async (page) => {
    const before = server.requests.length;
    await write(page, "cbuffer Secret { float3 key; };");
    await page.waitForFunction(() => document.querySelector("#table")?.textContent?.includes("Secret"));
    assert.deepEqual(server.requests.slice(before), []);
  }));

test("the keyboard alone leads from a cell to its reasons", () =>
  on({}, "", async (page) => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".pictures .cell").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator("#details pre, #details h3").first().waitFor();
    await page.locator("#tab-table").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("#tab-order").getAttribute("aria-selected"), "true");
  }));

const SCREENS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  "forced-colours": { viewport: { width: 1280, height: 900 }, forcedColors: "active" },
};

for (const [name, settings] of Object.entries(SCREENS)) {
  for (const address of ["", "article.html"]) {
    test(`${name}, ${address || "editor"}: nothing for axe, nothing beyond the edge`, async () => {
      const context = await chromium.newContext(settings);
      try {
        const page = await context.newPage();
        await page.goto(server.address + address);
        await page.locator(".pictures .cell").first().waitFor();
        await page.evaluate(axe);
        const found = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
        const violations = found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`);
        assert.deepEqual(violations, []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${wide} pixels beyond the edge`);
        if (pictures) {
          mkdirSync(pictures, { recursive: true });
          await page.screenshot({ path: `${pictures}/${address ? "article" : "page"}-${name}.png` });
        }
      } finally {
        await context.close();
      }
    });
  }
}

for (const address of ["#v1.garbage", "#v9.abc", "#hello"]) {
  test(`the page says that the link ${address} is damaged`, () =>
    on({}, address, async (page) => {
      await answered(page);
      assert.match(await page.locator("#notice").textContent(), /^This link is .*; the page shows the example instead$/);
      assert.equal(await page.locator("#notice").isVisible(), true);
    }));
}

test("on one column, a selected cell shows its reason", () =>
  on({ viewport: { width: 360, height: 740 } }, "", async (page) => {
    await page.locator(".pictures .cell:not(.padding)").nth(3).click();
    await page.waitForFunction(() => document.querySelector("#details h3"));
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector("#details").getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
  }));

test("after a missing file was added, the editor has the focus", () =>
  on({}, "", async (page) => {
    await write(page, '#include "light.hlsli"\ncbuffer Scene { Light sun; };\n');
    await page.getByRole("button", { name: "Add light.hlsli" }).click();
    await page.waitForFunction(() => document.activeElement?.classList.contains("cm-content"));
  }));

test("a buffer with errors remains selected", () =>
  on({}, "", async (page) => {
    await write(page, "cbuffer Scene { float a; };\ncbuffer Other { float b; };\n");
    await page.waitForFunction(() => document.querySelector("#buffer")?.value === "Scene");
    await write(page, "cbuffer Scene { flot a; };\ncbuffer Other { float b; };\n");
    await page.waitForFunction(() => document.querySelector("#verdict")?.textContent?.includes("Scene has errors"));
    assert.equal(await page.locator("#buffer").inputValue(), "Scene");
  }));

test("a reload keeps the source", () =>
  on({}, "", async (page) => {
    await write(page, "cbuffer Kept { float a; };\n");
    await page.waitForFunction(() => document.querySelector("#buffer")?.value === "Kept");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("#buffer")?.value === "Kept");
  }));

test("host code is for the compiler that the reader selects", () =>
  on({}, "", async (page) => {
    await page.locator("#tab-host").click();
    await page.locator("#host-compiler").selectOption("dxc-spirv-scalar");
    await page.waitForFunction(() => document.querySelector("#panel-host pre")?.textContent?.includes("Sky, scalar:"));
  }));

test("the embedded page shows the source and the bytes", () =>
  on({ viewport: { width: 700, height: 500 } }, "?embed&example=float3x3", async (page) => {
    assert.equal(await page.locator("#presets").isVisible(), false);
    assert.equal(await page.locator("#open").isVisible(), true);
  }));

test("a keystroke updates the picture within the limit", () =>
  on({}, "", async (page) => {
    const members = Array.from({ length: 196 }, (_, index) => `    float${(index % 3) + 2} member${index};`).join("\n");
    await write(page, `cbuffer Large {\n${members}\n};\n`);
    await page.waitForFunction(() => document.querySelector("#table")?.textContent?.includes("member195"));
    await page.evaluate(() => {
      let start;
      const measured = (globalThis.measured = { picture: [], frame: [], tasks: [], parts: [] });
      addEventListener("keydown", () => (start = performance.now()), { capture: true });
      new MutationObserver(() => {
        // The page draws visible rows first.
        if (start === undefined) return;
        const [begun, drawn] = [start, performance.now()];
        start = undefined;
        measured.picture.push(drawn - begun);
        const { requested, answered, took } = globalThis.exchange;
        measured.parts.push({ editor: requested - begun, library: took, threads: answered - requested - took, drawing: drawn - answered });
        requestAnimationFrame(() => setTimeout(() => measured.frame.push(performance.now() - begun)));
      }).observe(document.getElementById("pictures"), { childList: true, subtree: true });
      new PerformanceObserver((list) => measured.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
    });
    /** Presses keys like a fast typist, with the cursor at this column of the second line. */
    const type = async (column, keys) => {
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("ArrowDown");
      for (let step = 0; step < column; step++) await page.keyboard.press("ArrowRight");
      for (const key of keys) {
        const pictures = await page.evaluate(() => globalThis.measured.picture.length);
        await page.keyboard.press(key);
        await page.waitForTimeout(100);
        // On a busy machine, the picture may take longer.
        await page.waitForFunction((before) => globalThis.measured.picture.length > before, pictures);
      }
    };
    const round = (keys, times) => Array.from({ length: times }, () => keys).flat();
    // A type that changes moves all members; a name that changes moves none.
    await type("    float2".length, ["Backspace", "2", ...round(["Backspace", "3", "Backspace", "2"], 15)]);
    await type("    float2 member0".length, round(["x", "Backspace"], 20));
    const { picture, frame, tasks, parts } = await page.evaluate(() => globalThis.measured);
    const at = (times, share) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1];
    const summary = (times) => `median ${at(times, 0.5).toFixed(1)} ms, 95th percentile ${at(times, 0.95).toFixed(1)} ms`;
    console.log(`from a keystroke to the picture: ${summary(picture)} (${picture.length} keys); to the end of its frame: ${summary(frame)}`);
    for (const part of Object.keys(parts[0])) console.log(`  ${part}: ${summary(parts.map((one) => one[part]))}`);
    console.log(`tasks over 50 ms on the main thread: ${tasks.length}${tasks.length ? `, the longest ${Math.max(...tasks)} ms` : ""}`);
    // The library that is not published is not optimized. The test machine is also busy with other work, so the limit is ten times the documented one.
    if (!process.env.PADSTONE_PUBLISHED) return;
    assert.ok(at(picture, 0.95) < 160, summary(picture));
    assert.ok(Math.max(0, ...tasks) < 500, String(tasks));
  }, () => {
    // The times at which the page requests pictures and receives the answer, and the time that the library took.
    const exchange = (globalThis.exchange = {});
    globalThis.Worker = class extends Worker {
      constructor(...parameters) {
        super(...parameters);
        this.addEventListener("message", ({ data }) => {
          if (data.answers[0]?.answer === "picture") Object.assign(exchange, { answered: performance.now(), took: data.took });
        });
      }
      postMessage(message) {
        if (message.requests?.[0]?.ask === "picture") exchange.requested = performance.now();
        super.postMessage(message);
      }
    };
  }));

test("the page is ready within a second", () =>
  on({}, "", async (page) => {
    const times = [];
    for (let round = 0; round < 5; round++) {
      await page.goto(server.address);
      await answered(page);
      times.push(await page.evaluate(() => performance.now()));
    }
    const median = times.toSorted((a, b) => a - b)[2];
    console.log(`ready after ${median.toFixed(0)} ms (median of ${times.length})`);
    if (process.env.PADSTONE_PUBLISHED) assert.ok(median < 5000, String(times));
  }));
