import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

const { saveWaits, live: marks } = MESSAGES.en.shell;
const noteField = (page: Page) => page.getByRole("textbox", { name: "Add a note" });
const waiting = (page: Page) => page.locator("[data-announced]").filter({ hasText: saveWaits.says });

test.beforeEach(
  ({ expectedNoise }) => void expectedNoise.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to fetch/),
);

test("without a connection a waiting save is shown, can be cancelled, and is made when the connection is back", async ({
  page,
  context,
  play,
  signInAs,
  apiAs,
}) => {
  const { id } = await play("finished");
  const api = await apiAs("compliance");
  const stateNow = async () => (await (await api.get(`/api/verifications/${id}`)).json()).review.state;
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  const bar = page.getByRole("region", { name: "Review of this file" });
  const dialog = page.getByRole("dialog");
  const loseConnection = async () => {
    await context.setOffline(true);
    await expect(page.locator("[data-announced]").getByText(marks.offline, { exact: true })).toBeAttached();
  };
  const closeOffline = async () => {
    await bar.getByRole("button", { name: "Decide…" }).click();
    await expect(dialog.getByRole("radio", { name: "Accept" })).toBeFocused();
    await page.keyboard.press("3");
    await dialog.getByRole("combobox", { name: "Reason" }).selectOption({ index: 1 });
    await loseConnection();
    await page.keyboard.press("Control+Enter");
    await expect(waiting(page)).toBeVisible();
  };

  await test.step("a cancelled decision is dropped", async () => {
    await closeOffline();
    await expect(page.locator("[data-announced]").getByText(marks.live, { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await closeOffline();
    // A changed form must be sent again.
    await dialog.getByRole("radio", { name: "Accept" }).check();
    await expect(waiting(page)).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await context.setOffline(false);
    await live(page);
    expect(await stateNow()).toBe("open");
  });

  await test.step("a note is kept in its field, and saved later unless it is cancelled", async () => {
    await loseConnection();
    await noteField(page).fill("Not this one.");
    await page.keyboard.press("Control+Enter");
    await waiting(page).getByRole("button", { name: saveWaits.cancel }).click();
    await expect(waiting(page)).toHaveCount(0);
    await expect(noteField(page)).toHaveValue("Not this one.");
    await noteField(page).fill("This one.");
    await page.keyboard.press("Control+Enter");
    await expect(waiting(page)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("article", { name: /^Note by/ }).filter({ hasText: "This one." })).toBeVisible();
    await expect(noteField(page)).toHaveValue("");
    await live(page);
    await expect(page.getByRole("article", { name: /^Note by/ }).filter({ hasText: "Not this one." })).toHaveCount(0);
  });

  await test.step("a waiting decision is made", async () => {
    await closeOffline();
    await context.setOffline(false);
    await expect(dialog).toHaveCount(0);
    await expect.poll(stateNow).toBe("resolved");
  });
});
