import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { filled } from "#e2e/support/keys.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { collectScripts } from "#e2e/support/scripts.ts";

const { sandbox: words, verification } = MESSAGES.en;
const { scenario, fault: faults } = words;

test.afterEach(({ sandbox }) => sandbox.clearAllFaults());

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });
const toDeliveries = new RegExp(`^${words.faults.deliveries}`);
const workOn = new RegExp(`^${words.work.open}`);
const setOf = (name: string) => filled(words.faults.setNamed, { name });
const activeOn = (page: Page) => page.getByRole("region", { name: new RegExp(`^${words.active.title}`) });
/**
 * The entry of a tag: a tag such as EXP-2001 is also the beginning of longer ones. The text of an element within the
 * entry counts, since the entry's own text has the tag and the age (`EXP-200157s ago`) without a space.
 */
const entryOf = (section: Locator, tag: string) =>
  section.getByRole("listitem").filter({ has: section.page().getByText(new RegExp(`${tag}(?!\\d)`)) });
const playedOn = (page: Page) => page.getByRole("region", { name: new RegExp(`^${words.played.title}`) });

/** Starts a scenario and returns the link to its new verification, its tag and its entry in the list of played ones. */
async function start(page: Page, name: string): Promise<{ link: Locator; tag: string; played: Locator }> {
  await page.getByLabel(words.scenarios.search).fill(name);
  const named = filled(words.scenarios.startNamed, { name });
  const entry = page.getByRole("listitem").filter({ has: button(page, named) });
  await button(entry, named).click();
  const link = entry.getByRole("link");
  const tag = (await link.textContent()) ?? "";
  return { link, tag, played: entryOf(playedOn(page), tag) };
}

/* Labels, reopening, and a verification taken up by its id: `components/sandbox/sandbox-view.browser.test.tsx`. */
test.describe("a user who is not an admin", () => {
  test.beforeEach(({ signInAs }) => signInAs("compliance"));

  test("starts a scenario, drops a delivery, and sees the resulting gap", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("navigation").getByRole("link", { name: words.title, exact: true }).click();
    await expect(page.getByRole("heading", { name: words.title, level: 1 })).toBeVisible();
    const { link, tag, played } = await start(page, scenario["pending-upload"].title);
    await button(page, toDeliveries).click();
    await page
      .getByLabel(words.faults.which, { exact: true })
      .selectOption(verification.eventName.verification_v2_document_status_updated);
    await page.getByLabel(words.faults.of, { exact: true }).selectOption(tag);
    await expect(page.getByLabel(words.faults.howMany, { exact: true }).first()).toHaveValue("1");
    await button(page, setOf(faults.delivery_lost.title)).click();
    const active = entryOf(activeOn(page), tag);
    await expect(active.getByText(faults.delivery_lost.title)).toBeVisible();

    // The first document changes the status, but its delivery is lost; the second one starts from there.
    await button(played, workOn).click();
    await button(played, words.work.documents.add).click();
    await expect(played.getByText(filled(words.played.failed, { count: "1" }))).toBeVisible();
    await expect(active).toBeHidden();
    await button(played, words.work.documents.add).click();
    await expect(played.getByText("One document is on its way.")).toBeVisible();
    await link.click();
    await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
    await expect(page.getByText(/an event is missing/).first()).toBeVisible();
  });
});

test.describe("a user changes verifications by hand", () => {
  test.beforeEach(({ signInAs }) => signInAs("admin"));
});

test("adds no code and no messages to other pages", async ({ page, signInAs }) => {
  await signInAs("admin");
  const sent = collectScripts(page);
  const answer = await page.goto("/verifications", { waitUntil: "load" });
  expect(await answer?.text()).not.toContain("findings-outside-enum");
  const scripts = await sent();
  expect(scripts.length).toBeGreaterThan(0);
  for (const { text, url } of scripts) expect(text, url).not.toContain("findings-outside-enum");
});
