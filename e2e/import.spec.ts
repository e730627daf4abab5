import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { live } from "./support/list.ts";
import { newTag } from "./support/sandbox.ts";
import { BROKEN } from "./support/trouble.ts";

const CURP = "GOMC850101HDFRRL00";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add verifications by id" });
const line = (page: Page, id: string) => dialog(page).getByRole("listitem").filter({ hasText: id });

async function openDialog(page: Page) {
  await page.goto("/verifications");
  await live(page);
  await page.getByRole("button", { name: "Add verifications by id" }).click();
  await expect(dialog(page).getByRole("textbox", { name: "Verification ids" })).toBeFocused();
}

const paste = (page: Page, text: string) => dialog(page).getByRole("textbox", { name: "Verification ids" }).fill(text);

test.describe("adding verifications by id", () => {
  test.beforeEach(({ signInAs }) => signInAs("compliance"));

  test("says what it is for, what is in the pasted list, and what became of each id", async ({ page, play }) => {
    const { id } = await play("finished");
    const unknown = newTag();
    await openDialog(page);
    await expect(dialog(page)).toContainText("has no list of what happened before");
    await paste(page, `${id}, ${unknown}\n${id}\n${"x".repeat(201)}`);
    for (const text of ["2 valid ids", "1 repeated", "1 that is no id"]) {
      await expect(dialog(page).getByText(text, { exact: true })).toBeVisible();
    }
    await dialog(page).getByRole("button", { name: "Read 2 verifications" }).click();
    await expect(dialog(page).getByText("2 of 2 done · 1 known before · 1 unknown to the service")).toBeVisible();
    await expect(line(page, id)).toContainText("known before");
    await expect(line(page, unknown)).toContainText("the service does not know it");
    await line(page, id).getByRole("link").click();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  test("lets what failed be tried again, and leaves the rest alone", async ({ page, sandbox }) => {
    const [failing, unknown] = [newTag(), newTag()];
    await sandbox.faultFor(failing, { kind: "status", status: 500 });
    await openDialog(page);
    await paste(page, `${failing} ${unknown}`);
    await dialog(page).getByRole("button", { name: "Read 2 verifications" }).click();
    await expect(dialog(page).getByText(/1 unknown to the service · 1 failed/)).toBeVisible();
    await expect(dialog(page).getByText("Nothing is lost: they can be tried again.")).toBeVisible();
    await sandbox.heal();
    const asked = page.waitForRequest(/\/api\/verifications\/import$/);
    await dialog(page).getByRole("button", { name: "Try 1 again" }).click();
    expect((await asked).postDataJSON()).toEqual({ ids: [failing] });
    await expect(dialog(page).getByText("2 of 2 done · 2 unknown to the service")).toBeVisible();
  });

  test("can be stopped, and says that the others have not been touched", async ({ page, sandbox }) => {
    const slow = newTag();
    await sandbox.faultFor(slow, { kind: "hang" });
    await openDialog(page);
    await paste(page, slow);
    await dialog(page).getByRole("button", { name: "Read 1 verification" }).click();
    await expect(line(page, slow)).toContainText("waiting");
    // Escape would lose sight of it by accident.
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "Stop" }).click();
    await expect(dialog(page).getByText(/^Stopped\./)).toBeVisible();
    await expect(line(page, slow)).toContainText("not read");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Add verifications by id" })).toBeFocused();
  });

  test("says why when it breaks off", async ({ page, expectedNoise }) => {
    expectedNoise.push(/status of 503/);
    await openDialog(page);
    await page.route(/\/api\/verifications\/import$/, (route) => route.fulfill(BROKEN));
    await paste(page, newTag());
    await dialog(page).getByRole("button", { name: "Read 1 verification" }).click();
    await expect(dialog(page).getByText(/^It broke off:/)).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Try 1 again" })).toBeVisible();
  });

  test("sends nothing that looks like a CURP, and says so", async ({ page }) => {
    const unknown = newTag();
    await openDialog(page);
    await paste(page, `${CURP.toLowerCase()}\n${unknown}\n${CURP.slice(0, 4)} ${CURP.slice(4, 10)} ${CURP.slice(10)}`);
    await expect(dialog(page)).toContainText("2 entries that look like a CURP are left out");
    const asked = page.waitForRequest(/\/api\/verifications\/import$/);
    await dialog(page).getByRole("button", { name: "Read 1 verification" }).click();
    expect((await asked).postDataJSON()).toEqual({ ids: [unknown] });
  });

  test("asks for ids where there are none yet", async ({ page }) => {
    await openDialog(page);
    await dialog(page).getByRole("button", { name: "Read from the service" }).click();
    await expect(dialog(page).getByText("There is no id in this list yet.")).toBeVisible();
  });
});

test("who supports has no button to add verifications", async ({ page, signInAs }) => {
  await signInAs("support");
  await page.goto("/verifications");
  await live(page);
  await expect(page.getByRole("button", { name: "Add verifications by id" })).toHaveCount(0);
});
