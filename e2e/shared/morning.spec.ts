import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf } from "#e2e/support/list.ts";
import { changeByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newUser, PASSWORD } from "#e2e/support/users.ts";

const HIGH = { severity: "high", message: "El RFC no coincide con la constancia." };

const section = (page: Page, name: string) => page.getByRole("region", { name });
const cardOf = (page: Page, name: string) => {
  const link = page.getByRole("link", { name, exact: true });
  const card = page.getByRole("main").locator("[data-slot=card]").filter({ has: link });
  return { link, number: card.getByRole("definition") };
};

const toOverview = (page: Page) =>
  page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Overview" }).click();

test("an officer begins the day with returned and handed-over files, and each number equals its list", async ({
  page,
  play,
  change,
  apiAs,
  installation,
}) => {
  const admin = await apiAs("admin");
  const { id: officer, email } = await newUser(admin, "Lucía Prado", "compliance");
  const signedIn = await page.request.post("/api/session", {
    data: { email, password: PASSWORD },
    headers: { origin: installation.origin },
  });
  expect(signedIn.ok()).toBe(true);
  const handed = await play("finished-clean");
  const back = await play("finished-clean");
  for (const { id } of [handed, back]) {
    await expect.poll(async () => (await reviewOf(admin, id)).state).toBe("open");
    await changeByApi(admin, id, { state: "open", assignee: officer });
  }
  await page.goto("/");
  await live(page);
  await expect(page.getByText(/^Good (morning|afternoon|evening), Lucía$/)).toBeVisible();
  await expect(cardOf(page, "Mine").number).toHaveText("2");
  await expect(section(page, "Next files").getByRole("listitem")).toHaveCount(2);
  await expect(section(page, "Handed to me").getByRole("listitem")).toHaveCount(2);
  await expect(section(page, "Came back")).toHaveCount(0);

  await test.step("a file that is decided and comes back appears without a reload, with the reason", async () => {
    const accepted = { state: "resolved", resolution: "accepted", reason: "Vi el original." };
    await changeByApi(page.request, back.id, accepted, { origin: installation.origin });
    await expect(cardOf(page, "Mine").number).toHaveText("1");
    await change(back.id, { kind: "reopened" }, { kind: "finished", run_id: "run-high", findings: [HIGH] });
    await expect(section(page, "Came back").getByRole("listitem").filter({ hasText: back.tag })).toContainText(
      HIGH.message,
    );
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("a number leads to its files", async () => {
    const { link, number } = cardOf(page, "Came back");
    await expect(number).toHaveText("1");
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/verifications\?.*returned_since=/);
    await expect(rowOf(page, back.tag)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /^1 verification$/ })).toBeVisible();
    await page.goBack();
    await expect(section(page, "Came back")).toBeVisible();
    const mine = cardOf(page, "Mine");
    await expect(mine.number).toHaveText("2");
    await mine.link.click();
    await expect(page).toHaveURL(/\/review\?lane=mine/);
    const lane = page.getByRole("navigation", { name: "Lanes" }).getByRole("link", { name: "Mine" });
    await expect(lane).toContainText("2");
  });

  await test.step("a file leads into the queue", async () => {
    await toOverview(page);
    await section(page, "Next files").getByRole("link", { name: handed.tag }).click();
    await expect(page).toHaveURL(`/review?lane=mine&file=${handed.id}`);
    await toOverview(page);
    await section(page, "Came back").getByRole("link", { name: back.tag }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/review?lane=mine&file=${back.id}`);
    await expect(page.getByRole("region", { name: "Review of this file" })).toContainText("Changed since decision");
  });

  await test.step("another time is chosen, and stays in the address", async () => {
    await toOverview(page);
    await page.getByRole("button", { name: /^Since / }).click();
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Since a time").fill("2099-01-01T09:00");
    await panel.getByRole("button", { name: "Apply" }).click();
    await expect(section(page, "Handed to me")).toHaveCount(0);
    await expect(cardOf(page, "Came back").link).toHaveCount(0);
    await panel.getByRole("button", { name: "My last visit" }).click();
    await expect(page).toHaveURL("/?since=last_visit");
    await expect(section(page, "Handed to me").getByRole("listitem")).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Since / })).toBeFocused();
  });
});
