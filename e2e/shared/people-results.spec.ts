import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { found, missed, searched, WENDEL } from "#e2e/support/people.ts";

const field = (page: Page) => page.getByRole("search").getByRole("textbox");
const links = (page: Page) => page.getByRole("table").locator("[data-row-link]");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const here = (page: Page) => page.getByRole("navigation", { name: "Main navigation" }).locator("[aria-current=page]");
const pager = (page: Page) => page.getByRole("navigation", { name: "The people around this one" });
const viewer = (page: Page, name: string) => page.getByRole("region", { name: `PDF of ${name}` });

/** People of one verification, in the order of the list: the last lookup first. */
const PEOPLE = ["Persona 700003", "Persona 700002", "Persona 700001"] as const;
const [FIRST, SECOND, THIRD] = PEOPLE;

/** Three people of whom the second has no PDF, found by the tag of their file. */
async function searchedFor(page: Page, tag: string): Promise<void> {
  await page.goto("/people");
  await live(page);
  await field(page).fill(tag);
  await expect(links(page)).toHaveText([...PEOPLE]);
}

test.describe("found people", () => {
  test.beforeEach(({ signInAs }) => signInAs("support"));

  test("are walked through with the PDF kept open, and Back restores the results", async ({ page, play, change }) => {
    const { id, tag } = await play("pending-upload");
    await change(id, searched(700_001, found(WENDEL)));
    await change(id, searched(700_002, missed("No está.")));
    await change(id, searched(700_003, found(WENDEL)));
    await searchedFor(page, tag);
    const opened: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/curp.pdf")) opened.push(request.url().split("/").at(-2) ?? "");
    });
    await page.keyboard.press("ArrowDown");
    await expect(links(page).nth(0)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heading(page, FIRST)).toBeVisible();
    await expect(page).toHaveURL(`/verifications/${id}/people/700003?from=people`);
    await expect(here(page)).toHaveText("People");
    await expect(pager(page)).toContainText("1 of 3");
    await expect(page.getByRole("link", { name: "Open the PDF" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(viewer(page, FIRST).locator("canvas")).toHaveCount(1);

    await test.step("past a person without a PDF, and on to the next one's", async () => {
      await page.keyboard.press("Alt+j");
      await expect(heading(page, SECOND)).toBeVisible();
      await expect(page.getByText("The service has no PDF of this CURP.")).toBeVisible();
      await expect(pager(page).getByRole("link", { name: "Next person" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(heading(page, THIRD)).toBeVisible();
      await expect(viewer(page, THIRD).locator("canvas")).toHaveCount(1);
      await expect(pager(page)).toContainText("3 of 3");
      await expect(pager(page).getByRole("link", { name: "Next person" })).toHaveCount(0);
      // Each is one opening.
      expect(opened).toEqual(["700003", "700001"]);
    });
    await test.step("a closed PDF stays closed", async () => {
      await page.keyboard.press("Escape");
      await expect(viewer(page, THIRD)).toHaveCount(0);
      await page.keyboard.press("Alt+k");
      await page.keyboard.press("Alt+k");
      await expect(heading(page, FIRST)).toBeVisible();
      await expect(page.getByRole("link", { name: "Open the PDF" })).toBeVisible();
      expect(opened).toHaveLength(2);
    });
    await test.step("back by Escape, with the query and the focus", async () => {
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL("/people");
      await expect(field(page)).toHaveValue(tag);
      await expect(links(page).nth(0)).toBeFocused();
    });
    await test.step("or by the link, also after a hard load, when only the query is lost", async () => {
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await expect(heading(page, SECOND)).toBeVisible();
      await page.getByRole("link", { name: "Back to the results" }).click();
      await expect(links(page).nth(1)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(heading(page, SECOND)).toBeVisible();
      await page.reload();
      await live(page);
      await expect(here(page)).toHaveText("People");
      await page.getByRole("link", { name: "Back to the results" }).click();
      await expect(page).toHaveURL("/people");
      await expect(links(page).first()).toBeVisible();
    });
  });

  test("have a button for the PDF in their rows, which opens it beside the data, or in a tab of its own", async ({
    page,
    context,
    play,
    change,
  }) => {
    const { id, tag } = await play("pending-upload");
    await change(id, searched(700_001, found(WENDEL)));
    await change(id, searched(700_002, missed("No está.")));
    await change(id, searched(700_003, found(WENDEL)));
    await searchedFor(page, tag);
    const pdf = (name: string) => page.getByRole("link", { name: `PDF of ${name}` });
    await expect(pdf(SECOND)).toHaveCount(0);
    const request = context.waitForEvent("request", (request) => request.url().endsWith("/curp.pdf"));
    await pdf(THIRD).click({ modifiers: ["ControlOrMeta"] });
    expect((await request).url()).toContain(`/verifications/${id}/people/700001/curp.pdf`);
    await page.bringToFront();
    await expect(page).toHaveURL("/people");
    await links(page).nth(0).focus();
    await page.keyboard.press("Tab");
    await expect(pdf(FIRST)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/verifications/${id}/people/700003?from=people`);
    await expect(viewer(page, FIRST).locator("canvas")).toHaveCount(1);
    const openings = page.getByRole("region", { name: "Opened by" }).getByRole("listitem");
    await expect(openings.filter({ hasText: "PDF" })).toHaveCount(1);
    // The PDF was requested for one page only.
    await page.reload();
    await live(page);
    await expect(page.getByRole("link", { name: "Open the PDF" })).toBeVisible();
    await expect(viewer(page, FIRST)).toHaveCount(0);
  });

  test("follow each other within a file in the file's order, and belong to the file", async ({
    page,
    play,
    change,
  }) => {
    const { id, tag } = await play("pending-upload");
    await change(id, searched(700_001, found(WENDEL)), searched(700_002, missed("No está.")));
    await page.goto(`/verifications/${id}`);
    await page
      .getByRole("region", { name: /^People/ })
      .getByRole("link", { name: THIRD })
      .click();
    await expect(heading(page, THIRD)).toBeVisible();
    await expect(here(page)).toHaveText("Verifications");
    await expect(pager(page)).toContainText("1 of 2");
    await expect(page.getByRole("link", { name: "Back to the results" })).toHaveCount(0);
    await page.keyboard.press("Alt+j");
    await expect(heading(page, SECOND)).toBeVisible();
    await expect(page.getByRole("link", { name: `Verification ${tag}` })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });
});

test("a failed lookup shows the words for the caller, to copy, and the team that can repeat it", async ({
  page,
  context,
  play,
  change,
  signInAs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs("support");
  const { id } = await play("pending-upload");
  await change(id, searched(700_001, missed("La CURP no cumple."), { people_error: "curp_format_error" }));
  await change(id, searched(700_002, found(WENDEL)));
  await page.goto(`/verifications/${id}/people/700001`);
  const lookup = page.getByRole("region", { name: "CURP lookup" });
  const sentence = "The CURP that we have for you is not written correctly. Please send us the correct one.";
  await expect(lookup).toContainText(`“${sentence}”`);
  await expect(lookup).toContainText("Who can repeat the lookup: the team that runs your own system");
  await lookup.getByRole("button", { name: "Copy the sentence" }).click();
  await expect(lookup.locator("[data-announced]").filter({ hasText: "Copied" })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sentence);
  await page.goto(`/verifications/${id}/people/700002`);
  await expect(lookup).toContainText("CURP found");
  await expect(lookup).not.toContainText("Who can repeat the lookup");
});
