import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "#e2e/support/browser.ts";
import { makePage } from "./make.ts";
import { usual } from "./testing/collected.ts";

/* The page of a package as an inspector opens it: a file, in a real browser, without a network. */

const base = mkdtempSync(join(tmpdir(), "cotejo-page-"));
let browser: Browser;
let html = "";

beforeAll(async () => {
  browser = await launchBrowser();
  const { collected, signer, bodies } = usual({ notes: ["general"] });
  html = (await makePage(collected, { signer, bodies: values(bodies) })).toString();
});
afterAll(async () => {
  await browser.close();
  rmSync(base, { recursive: true });
});

async function* values<T>(of: readonly T[]) {
  yield* of;
}

/** Opens a page of this text; dialogs and requests of it are recorded. */
async function open(text: string): Promise<{ page: Page; escaped: string[] }> {
  const page = await browser.newPage();
  const escaped: string[] = [];
  page.on("dialog", async (dialog) => {
    escaped.push(dialog.message());
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) escaped.push(request.url());
  });
  const path = join(mkdtempSync(join(base, "p")), "evidence.html");
  writeFileSync(path, text);
  await page.goto(pathToFileURL(path).href);
  return { page, escaped };
}

const state = (page: Page) => page.evaluate(() => document.documentElement.dataset.state ?? "none");
const rows = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.map((row) => row.getAttribute("data-part") ?? ""));

/** The page with one place changed; a text that it does not have would test nothing. */
function changed(from: string | RegExp, to: string): string {
  const other = html.replace(from, to);
  expect(other).not.toBe(html);
  return other;
}

describe("the page of a package", () => {
  it("checks itself, and runs nothing of the texts that it shows", async () => {
    const { page, escaped } = await open(html);
    await expect.poll(() => state(page)).toBe("proven");
    expect(await rows(page, ".altered")).toEqual([]);
    expect(await rows(page, ".proven")).toEqual(await rows(page, "[data-part]"));
    await expect.poll(() => page.locator("#verdict").textContent()).toContain("everything shown is as it was sealed");
    expect(await page.locator("article").first().textContent()).toContain("Ana <script>alert(1)</script>");
    expect(await page.title()).toContain("Maderas <b>del Norte</b>");
    const summary = await page.locator("#file dd").allTextContents();
    expect(summary.slice(0, 2)).toEqual(["Maderas <b>del Norte</b>", "</title><script>alert(2)</script>"]);
    // Also of an instant before the entries.
    expect(summary.at(-1)).toBe("2026-11-20 12:00:00 UTC−06:00");
    const decision = await page.locator("article").first().textContent();
    expect(decision).toMatch(/In spite ofHigh findinga_later_code/);
    expect(decision).toMatch(/ReasonTodo & en orden/);
    expect(escaped).toEqual([]);
    await page.close();
  });

  it("speaks Spanish, and prints", async () => {
    const { collected, signer, bodies } = usual({ language: "es-MX" });
    const { page } = await open((await makePage(collected, { signer, bodies: values(bodies) })).toString());
    await expect.poll(() => page.locator("#verdict").textContent()).toMatch(/^Comprobado/);
    expect(await page.locator("h1").textContent()).toBe("Expediente probatorio");
    expect((await page.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
    await page.emulateMedia({ media: "print" });
    const printed = () =>
      page
        .locator("section, details")
        .filter({ visible: true })
        .evaluateAll((parts) => parts.map((part) => part.id || part.tagName));
    expect(await printed()).toEqual(["file", "decisions", "history", "people"]);
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel("Imprimir todo").check();
    await page.emulateMedia({ media: "print" });
    expect(await printed()).toEqual(expect.arrayContaining(["policies", "proof", "DETAILS"]));
    await page.close();
  });

  it.each<[string, string | RegExp, string, string[]]>([
    ["a shown value", "<li>High: Falta el acta</li>", "<li>Low: Falta el acta</li>", ["decision 7"]],
    ["a name", "<dd>Ana &lt;script", "<dd>Eva &lt;script", ["decision 7"]],
    ["a sealed value", 'resolution\\":\\"accepted', 'resolution\\":\\"rejected', ["decision 7", "review 7"]],
    [
      "a hash of a proof",
      /\\"position\\": 3,(.*?)\\"hashes\\": \[\\n +\\"./,
      '\\"position\\": 3,$1\\"hashes\\": [\\n    \\"g',
      ["audit 3"],
    ],
    ["a document", 'onerror=alert(3)>\\"', 'onerror=alert(4)>\\"', ["note 0"]],
    ["a body", "verification.v2.created", "verification.v2.creared", ["delivery 1"]],
    ["a hidden row", '<tr data-part="audit 3"', '<tr hidden data-part="audit 3"', ["audit 3"]],
    [
      "an inserted row",
      '<tr data-part="audit 3"',
      '<tr data-part="audit 9" data-source="3"><td class="mark">–</td></tr><tr data-part="audit 3"',
      ["audit 9"],
    ],
    ["a repeated row", /(<tr data-part="audit 3".*?<\/tr>)/s, "$1$1", ["audit 3"]],
    [
      "rows in another order",
      /(<tr data-part="delivery 1".*?<\/tr>)\n(<tr data-part="delivery 5".*?<\/tr>)/s,
      "$2\n$1",
      ["delivery 1"],
    ],
  ])("turns the row of %s red", async (_, from, to, red) => {
    const { page, escaped } = await open(changed(from, to));
    await expect.poll(() => state(page)).toBe("altered");
    expect(await rows(page, ".altered")).toEqual(expect.arrayContaining(red));
    expect(escaped).toEqual([]);
    await page.close();
  });

  it("leaves the other rows of an altered one proven", async () => {
    const { page } = await open(changed("<li>High: Falta el acta</li>", "<li>High: Falta un acta</li>"));
    await expect.poll(() => rows(page, ".altered")).toEqual(["decision 7"]);
    expect((await rows(page, ".proven")).length).toBe((await rows(page, "[data-part]")).length - 1);
    await page.close();
  });

  it.each<[string, string | RegExp, string]>([
    ["a deleted row", /<tr data-part="audit 3".*?<\/tr>/s, ""],
    ["a heading", "<h2>Decisions</h2>", "<h2>Decision</h2>"],
    ["the signature", /"signature":"../, '"signature":"AA'],
    ["the data as a whole", '{"manifest"', '{"manifesto"'],
    ["a text between rows", '<main id="record">', '<main id="record"><p>Approved by nobody</p>'],
  ])("says that it is altered by %s", async (_, from, to) => {
    const { page } = await open(changed(from, to));
    await expect.poll(() => state(page)).toBe("altered");
    await page.close();
  });

  it("does not run a changed script, and then says that nothing was checked", async () => {
    const { page } = await open(changed("const escaped =", "const escaped  ="));
    expect(await state(page)).toBe("none");
    expect(await page.locator("#verdict").textContent()).toMatch(/^NOT CHECKED/);
    await page.close();
  });

  it("says which check a browser could not do", async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const { importKey } = SubtleCrypto.prototype;
      SubtleCrypto.prototype.importKey = function (this: SubtleCrypto, ...given: unknown[]) {
        const algorithm = given[2] as { name: string };
        if (algorithm.name === "Ed25519") throw new DOMException("no", "NotSupportedError");
        return importKey.apply(this, given as never);
      } as never;
    });
    const path = join(base, "old.html");
    writeFileSync(path, html);
    await page.goto(pathToFileURL(path).href);
    await expect.poll(() => state(page)).toBe("unchecked");
    expect(await page.locator("#findings").textContent()).toContain("no Ed25519");
    await page.close();
  });
});
