import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { slowedTimeout } from "./slow-page.ts";

export const table = (page: Page) => page.getByRole("table", { name: "Verifications" });
export const search = (page: Page) => page.getByRole("search").getByRole("textbox", { name: "Search" });
const LIVE = /^(Live|Waiting for the first event|En vivo|Esperando el primer evento)$/;
/** Waits until the page, in either language, is hydrated and receives live updates. */
export const live = (page: Page) => expect(page.locator("[data-announced]").filter({ hasText: LIVE })).toBeVisible();
/** Waits for the sections of a file, in English, that are loaded after the page and move the ones below them. */
export const fileLoaded = (page: Page) => expect(page.getByText(/^Loading the (people|activity)/)).toHaveCount(0);
export const rowOf = (page: Page, tag: string) => table(page).getByRole("row").filter({ hasText: tag });

/**
 * Types into the search of a list, and waits for the found rows: the rows of the previous search may be the same. Not for a
 * text that this page has searched before, since its answer is cached.
 */
export async function searchFor(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse((response) => {
    const request = response.request();
    const asked = new URL(response.url()).searchParams.get("q") ?? request.postDataJSON()?.q;
    return request.resourceType() === "fetch" && asked === text;
  });
  await page.getByRole("search").getByRole("textbox").fill(text);
  await answered;
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** The cells of a row by the titles of their columns. */
export async function cellsOf(page: Page, tag: string) {
  await expect(rowOf(page, tag)).toBeVisible();
  const titles = await table(page).getByRole("columnheader").allTextContents();
  return (title: string) => {
    const index = titles.findIndex((text) => text.startsWith(title));
    if (index < 0) throw new Error(`the list has no column ${title}, but ${titles.join(", ")}`);
    return rowOf(page, tag).getByRole("cell").nth(index);
  };
}

/** The tooltip of an element; empty if another change of the page has closed it, so its callers poll. */
export async function hintOn(cell: Locator): Promise<string> {
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  if (!box) throw new Error("the cell is not in sight");
  const page = cell.page();
  // The pointer must move away first: over the same element no tooltip opens a second time.
  await page.mouse.move(0, 0);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const tip = page.getByRole("tooltip");
  await tip.waitFor({ timeout: TOOLTIP_MS }).catch(() => {});
  // Not `textContent()`, which would wait for a tooltip that has closed since.
  const [text = ""] = await tip.allTextContents();
  return text;
}

/** Longer than a tooltip takes to open. */
const TOOLTIP_MS = slowedTimeout(2_000);
