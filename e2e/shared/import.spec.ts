import type { Page } from "@playwright/test";
import { violationsOf } from "#e2e/support/axe.ts";
import { BROKEN } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const CURP = "GOMC850101HDFRRL00";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add verifications by id" });
const line = (page: Page, id: string) => dialog(page).getByRole("listitem").filter({ hasText: id });

const ids = (page: Page) => dialog(page).getByRole("textbox", { name: "Verification ids" });

/* The right to add verifications is tested by `app/api/imports/verifications/route.db.test.ts`, its button by `list-roles.spec.ts`. */
test("verifications are added by id: the dialog explains it, sends nothing in the shape of a CURP, reports each outcome, retries failed ids alone, and can be stopped", async ({
  page,
  signInAs,
  play,
  sandbox,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 503/);
  const { id, tag } = await play("finished");
  const [failing, unknown, slow] = [newTag(), newTag(), newTag()];
  await signInAs("compliance");
  await page.goto("/verifications?q=nothing-is-called-like-this");
  await live(page);
  const opener = page.getByRole("button", { name: "Add verifications by id" });
  const open = async () => {
    await opener.click();
    await expect(ids(page)).toBeFocused();
  };
  const close = async () => {
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
  };
  const add = (count: number) =>
    dialog(page)
      .getByRole("button", { name: `Add ${count} verification` })
      .click();
  const isImport = /\/api\/imports\/verifications$/;

  await test.step("a failure states why it was interrupted, and failed ids alone are tried again", async () => {
    await sandbox.faultFor(failing, { kind: "status", status: 500 });
    await open();
    await page.route(isImport, (route) => route.fulfill(BROKEN));
    await ids(page).fill(`${failing} ${unknown}`);
    await add(2);
    await expect(dialog(page).getByText(/^Interrupted:/)).toBeVisible();
    await page.unrouteAll();
    await dialog(page).getByRole("button", { name: "Try 2 verifications again" }).click();
    await expect(dialog(page).getByText(/1 unknown to the service · 1 failed/)).toBeVisible();
    await expect(dialog(page).getByText("Nothing is lost: you can try them again.")).toBeVisible();
    expect(await violationsOf(page), "done").toEqual([]);
    await sandbox.clearFaults();
    const request = page.waitForRequest(isImport);
    await dialog(page).getByRole("button", { name: "Try 1 verification again" }).click();
    expect((await request).postDataJSON()).toEqual({ ids: [failing] });
    await expect(dialog(page).getByText("2 of 2 done · 2 unknown to the service")).toBeVisible();
    await close();
  });

  await test.step("a stopped run states that the remaining ids were not read", async () => {
    await sandbox.faultFor(slow, { kind: "hang" });
    await open();
    await ids(page).fill(slow);
    await add(1);
    await expect(line(page, slow)).toContainText("waiting");
    await expect(dialog(page).getByRole("progressbar")).toBeVisible();
    expect(await violationsOf(page), "under way").toEqual([]);
    // Escape must not close it by accident.
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "Stop" }).click();
    await expect(dialog(page).getByText(/^Stopped\./)).toBeVisible();
    await expect(line(page, slow)).toContainText("not read");
    await close();
  });

  await test.step("ids, repeated ones, links and CURPs are told apart, and each id has its outcome", async () => {
    await open();
    await expect(dialog(page)).toContainText("has no list of earlier verifications");
    await dialog(page).getByRole("button", { name: "Add verifications" }).click();
    await expect(dialog(page).getByText("There are no ids in this list yet.")).toBeVisible();
    const curps = `${CURP.toLowerCase()}\n${CURP.slice(0, 4)} ${CURP.slice(4, 10)} ${CURP.slice(10)}`;
    await ids(page).fill(
      `${id}, ${unknown}, ${tag}\n${id}\n${"x".repeat(201)}\nhttps://cotejo.example/${id}\n${curps}`,
    );
    for (const text of ["3 valid ids", "1 repeated", "1 that is not an id", "1 link left out: paste the id alone"]) {
      await expect(dialog(page).getByText(text, { exact: true })).toBeVisible();
    }
    await expect(dialog(page)).toContainText("2 entries that look like a CURP are left out");
    expect(await violationsOf(page), "filled in").toEqual([]);
    const request = page.waitForRequest(isImport);
    await add(3);
    expect((await request).postDataJSON()).toEqual({ ids: [id, unknown, tag] });
    await expect(
      dialog(page).getByText("3 of 3 done · 1 already known · 1 tag · 1 unknown to the service"),
    ).toBeVisible();
    await expect(line(page, id)).toContainText("already known");
    await expect(line(page, unknown)).toContainText("the service does not know it");
    await expect(line(page, tag)).toContainText("looks like a tag: use its id");
    await expect(dialog(page).getByRole("listitem").last()).toContainText(id);
    await expect(dialog(page).getByRole("button", { name: "Copy 2 that are not in the list" })).toBeVisible();
    await line(page, id).getByRole("link").click();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });
});
