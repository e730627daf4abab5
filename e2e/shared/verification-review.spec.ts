import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { acceptByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/** A part of the page by its heading, which may end in a count. */
const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}\\s*\\d*$`) });

test.beforeEach(({ signInAs }) => signInAs("compliance"));

/* The kinds of entries: `components/desk/verification/activity-section.browser.test.tsx`. */

test("a reviewer finds findings on the first screen, then problems and people, finished parts as a line, and each delivery as received; and prints the file, in short or with its whole history", {
  tag: "@journey",
}, async ({ page, play, apiAs }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.printed = String(Number(dataset.printed ?? 0) + 1);
    };
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: "dark" });
  const { id } = await play("finished-high-findings");
  await page.goto(`/verifications/${id}`);
  const first = await section(page, "Findings").getByRole("listitem").first().boundingBox();
  expect(first?.y).toBeLessThanOrEqual(400);
  const documents = section(page, "Documents");
  const fine = documents.getByText(/all fine$/);
  await expect(fine).toBeVisible();
  await expect(documents.getByRole("listitem")).toHaveCount(0);
  await expect(page.getByRole("article")).not.toContainText(id);

  const activity = section(page, "Activity");
  const entries = activity.getByRole("listitem");
  const article = page.getByRole("article");
  const payload = article.getByRole("region", { name: "Payload as it was sent" });
  await expect(entries.first()).toBeVisible();
  await live(page);
  await test.step("printed with the basis of a decision; ids whole, light, without the shell", async () => {
    const api = await apiAs("compliance");
    await expect.poll(async () => (await reviewOf(api, id))?.reasons).toContain("decision");
    await acceptByApi(api, id);
    const added = await api.post(`/api/verifications/${id}/notes`, {
      data: { text: "Acta cotejada con el original.", kind: "general" },
    });
    expect(added.ok()).toBe(true);
    const review = article.getByRole("region", { name: "Review of this file" });
    await expect(review).toContainText("Accepted by");
    await expect(activity).toContainText("Acta cotejada con el original.");
    const print = async (extent: string, times: string) => {
      await page.getByRole("button", { name: "Print", exact: true }).click();
      await page.getByRole("menuitem", { name: extent }).click();
      await expect(page.locator("html")).toHaveAttribute("data-printed", times);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      await expect(article.getByText(`Verification ${id}`)).toBeVisible();
      await expect(article.getByText(new RegExp(`^http.*/verifications/${id}$`))).toBeVisible();
      await expect(article.getByText(/^Printed /)).toBeVisible();
      await expect(
        article.getByText(/^Times are in the zone \w+.*; those without a year are of \d{4}\.$/),
      ).toBeVisible();
      await expect(article.getByText(/^The service was last read /)).toBeVisible();
      await expect(section(page, "Document status").getByRole("table")).toBeVisible();
      await expect(section(page, "Documents").getByRole("listitem").first()).toBeVisible();
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await expect(article.getByRole("button")).toHaveCount(0);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light");
    };
    const printed = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await page.emulateMedia({ media: "screen" });
      await expect(section(page, "Document status").getByRole("table")).toBeHidden();
    };
    await print("Summary", "1");
    await expect(activity).toBeHidden();
    await expect(review).toContainText("In spite of: high findings");
    const notes = article.getByRole("region", { name: "Notes" });
    await expect(notes).toContainText("Acta cotejada con el original.");
    const tops = await Promise.all(
      [review, notes, section(page, "Findings")].map(async (part) => (await part.boundingBox())?.y ?? 0),
    );
    expect(tops.toSorted((a, b) => a - b)).toEqual(tops);
    // Paper is lower than a screen: a minimum height of the screen would add a sheet.
    expect(await page.evaluate(() => getComputedStyle(document.body).minHeight)).toBe("0px");
    await expect(payload).toHaveCount(0);
    const pages = Buffer.from(await page.pdf({ format: "Letter" }))
      .toString("latin1")
      .match(/\/Type\s*\/Page\b/g);
    expect(pages?.length).toBeLessThanOrEqual(3);
    await printed();
    await print("With the whole history", "2");
    await expect(activity.getByRole("button", { name: "Load older entries" })).toHaveCount(0);
    await expect(activity.getByRole("time").filter({ hasText: /ago|now/ })).toHaveCount(0);
    await expect(article.locator("details:not([open])")).toHaveCount(0);
    // Payloads are for users who may read deliveries.
    await expect(payload).toHaveCount(0);
    await printed();
    await expect(payload).toHaveCount(0);
  });

  await fine.click();
  await expect(documents.getByRole("listitem").first()).toBeVisible();
  const number = documents
    .locator("dd")
    .filter({ hasText: /^#\d+$/ })
    .first();
  await expect(number).toBeHidden();
  await documents.getByText("Details").first().click();
  await expect(number).toBeVisible();

  const created = entries.filter({ hasText: "Verification created" }).first();
  await created.locator("summary").click();
  const sent = created.getByRole("region", { name: "Payload as it was sent" });
  await expect(created.getByText("verification.v2.created", { exact: true })).toBeVisible();
  await expect(sent).toHaveCount(0);
});

test("a reviewer goes from file to file in the order of the list, by button and by key, and Back leads to the list", async ({
  page,
  play,
}) => {
  const tag = newTag();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await play("pending-upload", `${tag}-${name}`)).id);
  await page.goto(`/verifications?q=${tag}&sort=created_at`);
  await page.getByRole("link", { name: `${tag}-a` }).click();
  const pager = page.getByRole("navigation", { name: "The list you came from" });
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(`${tag}-a`);
  await expect(pager).toContainText("1 of 3");
  await expect(pager.getByRole("link", { name: "Previous file" })).toHaveCount(0);

  await test.step("as far as the key was pressed, not only as far as pages have loaded", async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const late = `**/verifications/${ids[1]}?**`;
    await page.route(late, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press("Alt+j");
    await page.keyboard.press("Alt+j");
    await expect(heading).toHaveText(`${tag}-c`);
    go();
    await expect(page).toHaveURL(new RegExp(`/verifications/${ids[2]}$`));
    await expect(heading).toHaveText(`${tag}-c`);
    await expect(pager).toContainText("3 of 3");
    await page.unroute(late);
  });

  await page.keyboard.press("Alt+k");
  await expect(heading).toHaveText(`${tag}-b`);
  await page.keyboard.press("Alt+k");
  await expect(heading).toHaveText(`${tag}-a`);
  await pager.getByRole("link", { name: "Next file" }).click();
  await expect(heading).toHaveText(`${tag}-b`);
  await expect(pager).toContainText("2 of 3");
  await expect(pager.getByRole("link", { name: "Next file" })).toBeFocused();
  // The list from which the reader came survives the change of language.
  await page.getByRole("button", { name: "Cambiar a español" }).click();
  await expect(page.getByRole("navigation", { name: "La lista de la que vienes" })).toContainText("2 de 3");
  await page.goBack();
  await expect(page).toHaveURL(/\/verifications\?q=/);
});

test("no part is cut off at 200 % or on a phone with everything opened, and axe finds no violation there", async ({
  page,
  play,
}) => {
  const { id } = await play("reopened");
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(`/verifications/${id}`);
  const activity = section(page, "Activity");
  await expect(activity.getByRole("listitem").first()).toBeVisible();
  // Before the page is hydrated a press on one of its buttons has no effect.
  await live(page);
  // A hand holds the button down for some time: entries that the scroll brings into view must not move it meanwhile.
  await activity.getByRole("button", { name: "Load older entries" }).click({ delay: 100 });
  await expect(activity.getByRole("button", { name: "Load older entries" })).toBeHidden();
  for (const summary of (await page.locator("article summary").all()).slice(0, 12)) await summary.click();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(await violationsOf(page)).toEqual([]);
});
