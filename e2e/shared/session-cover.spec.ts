import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { coverOf, ownSession, SIGNED_OUT_NOISE, signInOver } from "#e2e/support/cover.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { slowScripts } from "#e2e/support/slow-page.ts";
import { PASSWORD } from "#e2e/support/users.ts";

const { access, shell } = MESSAGES.en;
const noteField = (page: Page) => page.getByRole("textbox", { name: "Add a note" });
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });

test.beforeEach(
  ({ expectedNoise }) => void expectedNoise.push(SIGNED_OUT_NOISE, /^console info: Clear-Site-Data header/),
);

test("a save at the end of its session is covered with its page, and sent again after signing in", async ({
  page,
  play,
  apiAs,
  installation,
}) => {
  const { id, tag } = await play("finished");
  const { end } = await ownSession(page, installation.origin, await apiAs("admin"), "compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  const said = "The deed is to come on Monday.";
  await noteField(page).fill(said);
  await page.route("**/notes", async (route) => {
    if (route.request().method() === "POST") await end();
    await route.continue();
  });
  await page.keyboard.press("Control+Enter");

  await test.step("no part of the page is visible, announced or focusable", async () => {
    await expect(coverOf(page).getByLabel(access.signIn.password)).toBeFocused();
    await expect(coverOf(page)).toHaveAttribute("aria-modal", "true");
    await expect(navigation(page)).toBeHidden();
    await expect(page.getByText(tag).first()).toBeHidden();
    await expect(page).not.toHaveTitle(new RegExp(tag));
    const heard = await page.locator("body").ariaSnapshot();
    expect(heard).toContain(access.ending.over.title);
    for (const hidden of [tag, said, shell.live.live]) expect(heard).not.toContain(hidden);
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(1);
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("dialog, body")?.localName)).not.toBe("main");
      expect(await page.evaluate(() => document.querySelector("main")?.contains(document.activeElement))).toBe(false);
    }
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("a wrong password leaves the page covered, the right password uncovers all of it", async () => {
    await coverOf(page).getByLabel(access.signIn.password).focus();
    await signInOver(page, "another password than theirs");
    await expect(coverOf(page).getByRole("alert")).toContainText(access.signIn.problem.UNAUTHORIZED);
    await signInOver(page, PASSWORD);
    await expect(coverOf(page)).toHaveCount(0);
    await expect(noteField(page)).toHaveValue(said);
    await expect(noteField(page)).toBeFocused();
    await expect(page.getByRole("alert").filter({ hasText: shell.sessionEnded })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(tag));
    await live(page);
  });

  await page.unroute("**/notes");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("article", { name: /^Note by/ }).filter({ hasText: said })).toBeVisible();
  await expect(noteField(page)).toHaveValue("");
});

test("a secret whose answer arrives under the cover is not shown, then or later", async ({
  page,
  apiAs,
  installation,
}) => {
  const admin = await apiAs("admin");
  const { email, password } = accountOf(installation, "admin");
  const signIn = { data: { email, password }, headers: { origin: installation.origin } };
  expect((await page.request.post("/api/session", signIn)).ok()).toBe(true);
  const { items } = await (await page.request.get("/api/account/sessions")).json();
  const own = items.find(({ current }: { current: boolean }) => current);
  await page.goto("/users");
  await live(page);
  await page.getByRole("button", { name: MESSAGES.en.users.invite.title }).click();
  const dialog = page.getByRole("dialog", { name: MESSAGES.en.users.invite.title });
  await dialog.getByLabel(MESSAGES.en.users.invite.name).fill("Inés");
  await dialog.getByLabel(MESSAGES.en.users.invite.email).fill(`ines-${Date.now()}@example.mx`);
  await page.route("**/api/users", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch();
    expect((await admin.delete(`/api/account/sessions/${own.id}`)).status()).toBe(204);
    await expect(coverOf(page)).toBeVisible();
    await route.fulfill({ response });
  });
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/users"),
  );
  await page.keyboard.press("Enter");
  const { invite_url } = await (await answered).json();
  expect(invite_url).toContain("#");
  await signInOver(page, password);
  await expect(coverOf(page)).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.content()).not.toContain(invite_url);
});

test("tabs share the end of a session: one sign-in covers all, another account and signing out reload them", async ({
  page,
  context,
  apiAs,
  installation,
}) => {
  const { user, end } = await ownSession(page, installation.origin, await apiAs("admin"), "support");
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto("/people");
    await expect(navigation(each)).toBeVisible();
  }
  const typed = async () => page.getByRole("searchbox").or(page.getByRole("textbox")).first();
  await (await typed()).fill("Wen");
  await end();
  await expect(coverOf(page)).toBeVisible();
  await expect(coverOf(other)).toBeVisible();
  await other.bringToFront();
  await coverOf(other).getByLabel(access.signIn.password).focus();
  await signInOver(other, PASSWORD);
  await expect(coverOf(page)).toHaveCount(0);
  await expect(await typed()).toHaveValue("Wen");

  await test.step("another account", async () => {
    await end();
    await expect(coverOf(page)).toBeVisible();
    await expect(coverOf(other)).toBeVisible();
    // A press on the reloaded page waits for its scripts.
    await slowScripts(page, 400);
    await coverOf(other).getByRole("button", { name: access.signIn.again }).click();
    await expect(other).toHaveURL(/\/login\?ended=1&next=%2Fpeople$/);
    const { email, password } = accountOf(installation, "support");
    await other.getByLabel(access.signIn.email).fill(email);
    await other.getByLabel(access.signIn.password).fill(password);
    await other.keyboard.press("Enter");
    await expect(coverOf(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: new RegExp(user.name) })).toHaveCount(0);
    await expect(navigation(page)).toBeVisible();
    await expect(await typed()).toHaveValue("");
    // The sign-in page does not listen to other tabs.
    await expect(navigation(other)).toBeVisible();
  });

  await test.step("signing out", async () => {
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: shell.signOut }).click();
    await expect(page).toHaveURL("/login");
    await expect(other).toHaveURL("/login");
  });
});

test("after half an hour a covered page is discarded", async ({ page, apiAs, installation }) => {
  const { end } = await ownSession(page, installation.origin, await apiAs("admin"), "support");
  await page.clock.install();
  await page.goto("/people");
  await expect(navigation(page)).toBeVisible();
  await end();
  await expect(coverOf(page)).toBeVisible();
  await page.clock.fastForward("29:00");
  await expect(coverOf(page)).toBeVisible();
  await page.clock.fastForward("01:00");
  await expect(page).toHaveURL(/\/login\?ended=1&next=%2Fpeople$/);
});

test("a link followed after the session was revoked elsewhere leaves no part of the page in memory", async ({
  page,
  apiAs,
  installation,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_FAILED/);
  const { end } = await ownSession(page, installation.origin, await apiAs("admin"), "support");
  await page.goto("/people");
  await live(page);
  // No request of the page reveals the end of the session.
  await page.route("**/api/**", (route) => route.abort());
  await end();
  await navigation(page).getByRole("link", { name: "Verifications" }).click();
  await expect(page.getByRole("button", { name: access.signIn.submit })).toBeEnabled();
  await expect(page).toHaveURL(/\/login\?next=%2Fverifications/);
  await expect(async () => {
    const loads = await page.evaluate(() =>
      performance.getEntriesByType("navigation").map((load) => load.toJSON().type),
    );
    expect(loads).toEqual(["reload"]);
  }).toPass();
});
