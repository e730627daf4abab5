import "@fontsource-variable/inter/wght.css";
import { beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { listedFile, listOf, mountList } from "#tools/test/mounted-list.tsx";
import { MESSAGES } from "#tools/test/mounted-page.tsx";

const LIST = "GET /api/verifications";
const TITLE = "Constructora Cerro de la Silla, S.A.S. de C.V.";
const COUNTS = { source: "provisional", computed_at: "2026-01-02T18:00:00.000000Z", gravest: null };

/** A file with the longest words of its columns, and one of which nearly nothing is known. */
const FILES = [
  listedFile("EXP-2041", {
    title: TITLE,
    status: "pending_validation",
    documents_status: "pending_external",
    findings: { high: 2, medium: 0, low: 1, ...COUNTS },
    items_total: 6,
    items_with_error: 1,
    item_types_with_error: ["ac_mx"],
  }),
  listedFile("EXP-2042", { title: TITLE, documents_status: null, created_at: null, last_activity_at: null }),
  listedFile("EXP-2043", { title: TITLE, findings: { high: 0, medium: 0, low: 0, ...COUNTS, source: "final" } }),
];

/** The widths of words are those of the product's font. */
beforeAll(async () => {
  for (const name of ["--font-inter", "--font-inter-extended"])
    document.documentElement.style.setProperty(name, '"Inter Variable"');
  await Promise.all(["400", "500"].map((weight) => document.fonts.load(`${weight} 13px "Inter Variable"`)));
});

async function mountAt(width: number, locale: Locale = "en") {
  await mountList("/verifications", { [LIST]: listOf(FILES) }, { locale });
  await page.viewport(width, 800);
  await expect.element(page.getByText("EXP-2041")).toBeInTheDocument();
}

/** The texts of elements that are cut, with their whole and their visible width. */
const cut = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(`.file-row ${selector}`)]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent, scrollWidth, clientWidth }) => `${textContent}: ${scrollWidth} of ${clientWidth}`);

/** The list is as wide as beside the navigation: 208 px at 1440, 56 px at 768. */
test.each([
  [1184 + 32, "en"],
  [1184 + 32, "es-MX"],
  [649 + 32, "en"],
  [649 + 32, "es-MX"],
] as const)("in a window of %i px no name, tag or status is cut: %s", async (width, locale) => {
  await mountAt(width, locale);
  const { status, documentsStatus } = MESSAGES[locale].verification;
  await expect.element(page.getByText(status.pending_validation).first()).toBeVisible();
  await expect.element(page.getByText(documentsStatus.pending_external).first()).toBeVisible();
  expect(cut(".file-link > span, .file-status span, .file-documents > .icon-meter")).toEqual([]);
});

test("zeros are not drawn but keep their place, and a run that is not final has a badge", async () => {
  await mountAt(1440);
  const counts = document.querySelector(".findings-counts");
  expect([...(counts?.children ?? [])].map(({ textContent }) => textContent)).toEqual(["2", "", "1", "provisional"]);
  const [high, medium, low] = [...(counts?.children ?? [])].map((slot) => slot.getBoundingClientRect());
  expect(medium?.width).toBeGreaterThanOrEqual(24);
  expect((low?.left ?? 0) - (high?.left ?? 0)).toBeGreaterThan(48);
  const cell = page.getByRole("row").nth(1).getByRole("cell").nth(1);
  await expect
    .element(cell)
    .toHaveTextContent("External steps pending6 items1 needs attention, Articles of incorporation");
});

test("a card has no dash for a value that is not known, which screen readers still hear", async () => {
  await mountAt(360);
  const dashes = () => [...document.querySelectorAll(".file-row [data-dash]")].filter((dash) => dash.checkVisibility());
  expect(dashes()).toEqual([]);
  expect(page.getByRole("row").nth(2).element().textContent).toContain("not known");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await page.viewport(1440, 800);
  expect(dashes().length).toBeGreaterThan(1);
});

test.each([
  [360, "en"],
  [360, "es-MX"],
  [1216, "es-MX"],
] as const)(
  "a run without findings has a word where a file without a run has none, in a window of %i px: %s",
  async (width, locale) => {
    await mountAt(width, locale);
    const cellOf = (row: number) =>
      page.getByRole("row").nth(row).element().querySelector<HTMLElement>(".file-findings");
    expect(cellOf(3)?.textContent).toContain(MESSAGES[locale].verifications.table.run.clean);
    expect(cut(".file-findings")).toEqual([]);
    expect(cellOf(2)?.querySelector(".findings-counts")).toBe(null);
  },
);

test("on a phone the outline of a provisional run is outside of its numbers", async () => {
  await mountAt(360);
  const counts = document.querySelector(".findings-counts");
  const outline = counts?.getBoundingClientRect();
  const numbers = document.createRange();
  numbers.selectNodeContents(counts?.children[2] as Element);
  const last = numbers.getBoundingClientRect();
  expect(last.right).toBeLessThanOrEqual((outline?.right ?? 0) - 3);
  const row = counts?.closest(".file-row")?.getBoundingClientRect();
  expect((outline?.right ?? 0) + 1).toBeLessThanOrEqual(row?.right ?? 0);
});

test.each(["en", "es-MX"] as const)(
  "at 1440 px the built-in views and the words of the search are whole: %s",
  async (locale) => {
    await mountAt(1216, locale);
    const views = [...document.querySelectorAll("nav li span.truncate")];
    expect(views.length).toBeGreaterThan(4);
    expect(views.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
    const search = page.getByRole("textbox", { name: MESSAGES[locale].verifications.search.label });
    await search.fill(MESSAGES[locale].verifications.search.placeholder);
    const { scrollWidth, clientWidth } = search.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  },
);

test.each([1440, 360])("the legend covers no row in a window of %i px", async (width) => {
  const many = Array.from({ length: 40 }, (_, index) => listedFile(`EXP-${index}`));
  await mountList("/verifications", { [LIST]: listOf(many) });
  await page.viewport(width, 780);
  await expect.element(page.getByRole("button", { name: "What the marks mean" })).toBeInViewport({ ratio: 1 });
  for (const left of [width / 2, width - 60])
    expect(document.elementFromPoint(left, 776)?.closest(".file-row")).not.toBe(null);
});
