import { createRequire } from "node:module";
const base = "/work/wt/ship/web/tests/server.mjs";
const { serve, browser, open } = await import(base);
const server = await serve(); const chromium = await browser();
const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
const { page } = await open(context, server.address);
const members = Array.from({ length: 196 }, (_, i) => `    float${(i % 3) + 2} member${i};`).join("\n");
await page.locator(".cm-content").click(); await page.keyboard.press("Control+A");
await page.keyboard.insertText(`cbuffer Large {\n${members}\n};\n`);
await page.waitForFunction(() => document.querySelector("#table")?.textContent?.includes("member195"));
await page.waitForTimeout(1500);
await page.keyboard.press("Control+Home"); await page.keyboard.press("ArrowDown");
for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowRight");
const client = await context.newCDPSession(page);
const events = [];
client.on("Tracing.dataCollected", (d) => events.push(...d.value));
await client.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "blink.user_timing", "v8", "disabled-by-default-devtools.timeline"] } });
const N = 20; const tooks = [];
for (let i = 0; i < N; i++) { await page.keyboard.press(i % 2 ? "3" : "Backspace"); await page.waitForTimeout(300); tooks.push(await page.evaluate(() => parseFloat(/in ([\d.]+)/.exec(document.getElementById("status").textContent)?.[1]))); }
const ended = new Promise((r) => client.on("Tracing.tracingComplete", r));
await client.send("Tracing.end"); await ended;
const threads = {};
for (const e of events) if (e.name === "thread_name") threads[e.pid + ":" + e.tid] = e.args.name;
const sum = {};
for (const e of events) if (e.ph === "X" && e.dur) { const t = threads[e.pid + ":" + e.tid] ?? "?"; if (!/CrRendererMain|DedicatedWorker/.test(t)) continue; const k = t + " | " + e.name; (sum[k] ??= [0, 0, 0]); sum[k][0] += e.dur / 1000; sum[k][1] += (e.tdur ?? 0) / 1000; sum[k][2]++; }
console.log("took", tooks.toSorted((a, b) => a - b).map((x) => x.toFixed(1)).join(" "));
for (const [k, [d, c, n]] of Object.entries(sum).sort((a, b) => b[1][1] - a[1][1]).slice(0, 34)) console.log(k.padEnd(70), `${(d / N).toFixed(2)} wall ms/key, ${(c / N).toFixed(2)} cpu ms/key, ${(n / N).toFixed(1)}x`);
await chromium.close(); server.close();
