/** @module-tag evidence-package */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { afterAll, describe, expect, it, vi } from "vitest";
import { findHeadlessBrowser, launchBrowser } from "#e2e/support/browser.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { makePage } from "./make.ts";
import { CURP, entriesOfKind, type Made, productOf } from "./testing/product-package.ts";

/* The page of a package as an inspector opens it: a file, in a real browser, without a network. */

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
const { decidedFile, collect } = await productOf(await ownDatabase());
await decidedFile("ver_one", "Todo & en orden \u202e");
await decidedFile("ver_covered", `La CURP ${CURP} coincide`);

const pageOf = async ({ collected, sources }: Made) => (await makePage(collected, sources)).toString();
const made = await collect("ver_one", { notes: ["general"] });
const html = await pageOf(made);

const positions = (kind: string) => entriesOfKind(made, kind).map(({ position }) => position);
const [audit, decided] = [positions("audit")[0], positions("review").at(-1)];
const [created, finished] = positions("delivery");

const base = mkdtempSync(join(tmpdir(), "cotejo-page-"));
const browser: Browser = await launchBrowser(await findHeadlessBrowser());
// A context for each page would cost as much as the page.
const context = await browser.newContext();
afterAll(async () => {
  await browser.close();
  rmSync(base, { recursive: true });
});

/** Opens a page of this text; dialogs and requests of it are recorded. */
async function open(text: string): Promise<{ page: Page; escaped: string[] }> {
  const page = await context.newPage();
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
function changed(from: string | RegExp, to: string, text = html): string {
  const other = text.replace(from, to);
  expect(other).not.toBe(text);
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
    expect(summary.at(-1)).toBe("2026-11-20 04:00:00 UTC−06:00");
    const decision = await page.locator("article").first().textContent();
    expect(decision).toMatch(/In spite ofHigh findingDocuments not complete/);
    expect(decision).toMatch(/ReasonTodo & en orden/);
    expect(escaped).toEqual([]);
    await page.close();
  });

  it("speaks Spanish, and prints", async () => {
    const { page } = await open(await pageOf(await collect("ver_one", { language: "es-MX" })));
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
    ["a shown value", "<li>High: Falta el acta</li>", "<li>Low: Falta el acta</li>", [`decision ${decided}`]],
    ["a name", "<dd>Ana &lt;script", "<dd>Eva &lt;script", [`decision ${decided}`]],
    [
      "a sealed value",
      'resolution\\":\\"accepted',
      'resolution\\":\\"rejected',
      [`decision ${decided}`, `review ${decided}`],
    ],
    [
      "a hash of a proof",
      new RegExp(String.raw`(\\"position\\": ${audit},.*?\\"hashes\\": \[\\n +\\").`),
      "$1g",
      [`audit ${audit}`],
    ],
    ["a document", 'onerror=alert(3)>\\"', 'onerror=alert(4)>\\"', ["note 0"]],
    ["a body", "verification.v2.created", "verification.v2.creared", [`delivery ${created}`]],
    ["a hidden row", `<tr data-part="audit ${audit}"`, `<tr hidden data-part="audit ${audit}"`, [`audit ${audit}`]],
    [
      "an inserted row",
      `<tr data-part="audit ${audit}"`,
      `<tr data-part="audit 999" data-source="${audit}"><td class="mark">–</td></tr><tr data-part="audit ${audit}"`,
      ["audit 999"],
    ],
    ["a repeated row", new RegExp(`(<tr data-part="audit ${audit}".*?</tr>)`, "s"), "$1$1", [`audit ${audit}`]],
    [
      "rows in another order",
      new RegExp(`(<tr data-part="delivery ${created}".*?</tr>)\n(<tr data-part="delivery ${finished}".*?</tr>)`, "s"),
      "$2\n$1",
      [`delivery ${created}`],
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
    await expect.poll(() => rows(page, ".altered")).toEqual([`decision ${decided}`]);
    expect((await rows(page, ".proven")).length).toBe((await rows(page, "[data-part]")).length - 1);
    await page.close();
  });

  it.each<[string, string | RegExp, string]>([
    ["a deleted row", new RegExp(`<tr data-part="audit ${audit}".*?</tr>`, "s"), ""],
    ["a heading", "<h2>Decisions</h2>", "<h2>Decision</h2>"],
    ["the signature", /"signature":"../, '"signature":"AA'],
    ["the data as a whole", '{"manifest"', '{"manifesto"'],
    ["a text between rows", '<main id="record">', '<main id="record"><p>Approved by nobody</p>'],
  ])("says that it is altered by %s", async (_, from, to) => {
    const { page } = await open(changed(from, to));
    await expect.poll(() => state(page)).toBe("altered");
    await page.close();
  });

  it.each<[Locale, RegExp]>([
    ["en", /^Checked: .* place in the log is proven, while their words are covered and not compared: 1\.$/],
    ["es-MX", /^Comprobado: .* lugar en el registro está probado y cuyo texto está cubierto y no se compara: 1\.$/],
  ])(
    "says of a covered entry that its place alone is proven, and turns it red if it is changed: %s",
    async (language, verdict) => {
      const covered = await collect("ver_covered", { language });
      const text = await pageOf(covered);
      const { page } = await open(text);
      await expect.poll(() => page.locator("#verdict").textContent()).toMatch(verdict);
      const { placed } = MESSAGES[language]["evidence-page"].check;
      const { position } = entriesOfKind(covered, "review").at(-1) ?? expect.unreachable();
      const both = [`decision ${position}`, `review ${position}`];
      expect(await rows(page, `[data-part]:has(.mark:text-is("${placed}"))`)).toEqual(both);
      await page.close();
      const { page: other } = await open(changed(/07 coincide/g, "07 no coincide", text));
      await expect.poll(() => state(other)).toBe("altered");
      await expect.poll(() => rows(other, ".altered")).toEqual(both);
      await other.close();
    },
  );

  it("does not run a changed script, and then says that nothing was checked", async () => {
    const { page } = await open(changed("const escaped =", "const escaped  ="));
    expect(await state(page)).toBe("none");
    expect(await page.locator("#verdict").textContent()).toMatch(/^NOT CHECKED/);
    await page.close();
  });

  it("says which check a browser could not do", async () => {
    const page = await context.newPage();
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
