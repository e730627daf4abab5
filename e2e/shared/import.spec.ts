import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/axe.ts";
import { BROKEN } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const CURP = "GOMC850101HDFRRL00";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add verifications by id" });
const line = (page: Page, id: string) => dialog(page).getByRole("listitem").filter({ hasText: id });

async function openDialog(page: Page) {
  await page.goto("/verifications?q=nothing-is-called-like-this");
  await live(page);
  await page.getByRole("button", { name: "Add verifications by id" }).click();
  await expect(dialog(page).getByRole("textbox", { name: "Verification ids" })).toBeFocused();
}

const paste = (page: Page, text: string) => dialog(page).getByRole("textbox", { name: "Verification ids" }).fill(text);

test.describe("adding verifications by id", () => {
  test.beforeEach(({ signInAs }) => signInAs("compliance"));

  test("explains its purpose, asks for ids, sends none in the shape of a CURP, and reports the outcome of each", async ({
    page,
    play,
  }) => {
    const { id, tag } = await play("finished");
    const unknown = newTag();
    await openDialog(page);
    await expect(dialog(page)).toContainText("has no list of earlier verifications");
    await dialog(page).getByRole("button", { name: "Add verifications" }).click();
    await expect(dialog(page).getByText("There are no ids in this list yet.")).toBeVisible();
    const curps = `${CURP.toLowerCase()}\n${CURP.slice(0, 4)} ${CURP.slice(4, 10)} ${CURP.slice(10)}`;
    await paste(page, `${id}, ${unknown}, ${tag}\n${id}\n${"x".repeat(201)}\nhttps://cotejo.example/${id}\n${curps}`);
    for (const text of ["3 valid ids", "1 repeated", "1 that is not an id", "1 link left out: paste the id alone"]) {
      await expect(dialog(page).getByText(text, { exact: true })).toBeVisible();
    }
    await expect(dialog(page)).toContainText("2 entries that look like a CURP are left out");
    const request = page.waitForRequest(/\/api\/imports\/verifications$/);
    await dialog(page).getByRole("button", { name: "Add 3 verifications" }).click();
    expect((await request).postDataJSON()).toEqual({ ids: [id, unknown, tag] });
    await expect(
      dialog(page).getByText("3 of 3 done · 1 already known · 1 tag · 1 unknown to the service"),
    ).toBeVisible();
    await expect(line(page, id)).toContainText("already known");
    await expect(line(page, unknown)).toContainText("the service does not know it");
    await expect(line(page, tag)).toContainText("looks like a tag: use its id");
    await expect(dialog(page).getByRole("listitem").last()).toContainText(id);
    await expect(dialog(page).getByRole("button", { name: "Copy 2 that are not in the list" })).toBeVisible();
    await expectAccessible(page);
    await line(page, id).getByRole("link").click();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  test("states why it was interrupted, and retries only failed ids", async ({ page, sandbox, expectedNoise }) => {
    expectedNoise.push(/status of 503/);
    const [failing, unknown] = [newTag(), newTag()];
    await sandbox.faultFor(failing, { kind: "status", status: 500 });
    await openDialog(page);
    await page.route(/\/api\/imports\/verifications$/, (route) => route.fulfill(BROKEN));
    await paste(page, `${failing} ${unknown}`);
    await dialog(page).getByRole("button", { name: "Add 2 verifications" }).click();
    await expect(dialog(page).getByText(/^Interrupted:/)).toBeVisible();
    await page.unrouteAll();
    await dialog(page).getByRole("button", { name: "Try 2 verifications again" }).click();
    await expect(dialog(page).getByText(/1 unknown to the service · 1 failed/)).toBeVisible();
    await expect(dialog(page).getByText("Nothing is lost: you can try them again.")).toBeVisible();
    await sandbox.clearFaults();
    const request = page.waitForRequest(/\/api\/imports\/verifications$/);
    await dialog(page).getByRole("button", { name: "Try 1 verification again" }).click();
    expect((await request).postDataJSON()).toEqual({ ids: [failing] });
    await expect(dialog(page).getByText("2 of 2 done · 2 unknown to the service")).toBeVisible();
  });

  test("can be stopped, and states that the remaining ids were not read", async ({ page, sandbox }) => {
    const slow = newTag();
    await sandbox.faultFor(slow, { kind: "hang" });
    await openDialog(page);
    await paste(page, slow);
    await dialog(page).getByRole("button", { name: "Add 1 verification" }).click();
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
});

test("a user of support has no button to add verifications", async ({ apiAs }) => {
  const button = "Add verifications by id";
  expect(await (await (await apiAs("compliance")).get("/verifications")).text()).toContain(button);
  expect(await (await (await apiAs("support")).get("/verifications")).text()).not.toContain(`>${button}`);
});
