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

test("found people are walked through with the PDF kept open, have it in their rows, and belong to their file", async ({
  page,
  context,
  play,
  change,
  signInAs,
}) => {
  await signInAs("support");
  // The second of the three people has no PDF.
  const { id, tag } = await play("pending-upload");
  await change(id, searched(700_001, found(WENDEL)));
  await change(id, searched(700_002, missed("No está.")));
  await change(id, searched(700_003, found(WENDEL)));
  await page.goto("/people");
  await live(page);
  await field(page).fill(tag);
  await expect(links(page)).toHaveText([...PEOPLE]);
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
    // Each complete answer counts as one opening.
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
  await test.step("or by the link", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(heading(page, SECOND)).toBeVisible();
    await page.getByRole("link", { name: "Back to the results" }).click();
    await expect(links(page).nth(1)).toBeFocused();
  });
  await test.step("a row has a button for the PDF, which opens it in a tab of its own, or beside the data", async () => {
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
    // One opening from the card, and one from the row.
    const openings = page.getByRole("region", { name: "Opened by" }).getByRole("listitem");
    await expect(openings.filter({ hasText: "PDF" })).toHaveCount(2);
  });
  await test.step("a hard load keeps the way back, and neither the PDF nor the query", async () => {
    await page.reload();
    await live(page);
    await expect(page.getByRole("link", { name: "Open the PDF" })).toBeVisible();
    await expect(viewer(page, FIRST)).toHaveCount(0);
    await expect(here(page)).toHaveText("People");
    await page.getByRole("link", { name: "Back to the results" }).click();
    await expect(page).toHaveURL("/people");
    await expect(links(page).first()).toBeVisible();
    await page.goBack();
  });
  await test.step("within a file they follow each other in the file's order, and belong to the file", async () => {
    await page.getByRole("link", { name: `Verification ${tag}` }).click();
    await expect(page).toHaveURL(`/verifications/${id}`);
    await page
      .getByRole("region", { name: /^People/ })
      .getByRole("link", { name: THIRD })
      .click();
    await expect(heading(page, THIRD)).toBeVisible();
    await expect(here(page)).toHaveText("Verifications");
    await expect(pager(page)).toContainText("1 of 3");
    await expect(page.getByRole("link", { name: "Back to the results" })).toHaveCount(0);
    await page.keyboard.press("Alt+j");
    await expect(heading(page, SECOND)).toBeVisible();
    await expect(page.getByRole("link", { name: `Verification ${tag}` })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });
});
