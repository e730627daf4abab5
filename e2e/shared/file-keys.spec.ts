import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, table } from "#e2e/support/list.ts";
import { reviewOf } from "#e2e/support/reviews.ts";
import { slowScripts } from "#e2e/support/slow-page.ts";

const NOTE = "ok, wait or decide";

const field = (page: Page) => page.getByRole("textbox", { name: "Add a note" });
const bar = (page: Page) => page.getByRole("region", { name: "Review of this file" });
const held = (page: Page) => page.locator("[data-announced]").filter({ hasText: "What you type is kept" });

/** Expects that the note contains the typed text, and that no other key had an effect. */
async function expectNothingButTheNote(page: Page, text = NOTE): Promise<void> {
  await expect(field(page)).toHaveValue(text);
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test.beforeEach(({ signInAs }) => signInAs("compliance"));

/* The keys kept before and during a page load: `components/kit/early-keys.test.ts` and `buffered-keys.test.ts`. */

type Played = { play: (scenario: string) => Promise<{ id: string }>; observer: APIRequestContext };

/** Starts a note by its key, each of these milliseconds after a file has appeared. */
async function expectNoteAfter(page: Page, { play, observer }: Played, delays: number[]): Promise<void> {
  const stateOf = async (id: string) => {
    const { state, resolution, assignee } = await reviewOf(observer, id);
    return { state, resolution, assignee };
  };
  // A new file each time: opening a file restores its draft.
  for (const delay of delays) {
    const { id } = await play("finished");
    const untouched = { state: "open", resolution: null, assignee: null };
    // The rules open the review a moment after the events.
    await expect.poll(() => stateOf(id)).toEqual(untouched);
    await page.goto(`/verifications/${id}`, { waitUntil: "commit" });
    await expect(bar(page)).toContainText("Ready to decide");
    // The time between the file and the key is what this test varies.
    await page.waitForTimeout(delay);
    await page.keyboard.type(`n${NOTE}`);
    await expectNothingButTheNote(page);
    expect(await stateOf(id)).toEqual(untouched);
  }
}

test("a note begun by its key is complete from the first moment of a page on", async ({ page, play, observer }) => {
  await expectNoteAfter(page, { play, observer }, [0, 100]);
});

test("a note begun by its key is complete while scripts are slow, and keys after the shortcut of a loading dialog belong to that dialog", async ({
  page,
  play,
  observer,
}) => {
  await slowScripts(page, 400);
  await expectNoteAfter(page, { play, observer }, [0, 100, 500]);
  await field(page).blur();
  await page.keyboard.type("r3");
  const dialog = page.getByRole("dialog", { name: /^Decide/ });
  await expect(dialog.getByRole("radio", { name: "Close without" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.type("a");
  await expect(page.getByRole("dialog", { name: "Assign" })).toBeVisible();
});

test("at the desk the keys of a file wait until it is loaded, and Escape cancels them", async ({ page, play }) => {
  const { id } = await play("finished");
  let answer: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/verifications/${id}`, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/review?file=${id}`);
  await live(page);
  await page.keyboard.type(`ro`);
  await expect(held(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(held(page)).toHaveCount(0);
  await page.keyboard.type(`n${NOTE}`);
  await expect(held(page)).toBeVisible();
  answer?.();
  await expectNothingButTheNote(page);
  expect(new URL(page.url()).searchParams.get("file")).toBe(id);
});

test("a row's keys wait for the rows", async ({ page, play }) => {
  const { tag } = await play("finished");
  await slowScripts(page, 400);
  await page.goto(`/verifications?q=${tag}`, { waitUntil: "commit" });
  await expect(table(page)).toBeVisible();
  await page.keyboard.press("j");
  await expect(rowOf(page, tag).getByRole("link")).toBeFocused();
});
