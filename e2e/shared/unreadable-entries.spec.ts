import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

const UNREADABLE = { count: 2, first: "entries[1]: expected an object" };

/** Changes the dashboard's answer as if the service had listed an unreadable entry. */
const withUnreadable = (page: Page, address: string) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), unreadable: UNREADABLE } });
  });

const note =
  "2 entries of the service’s list could not be read and are not shown (the first: entries[1]: expected an object).";

test("lists show the number of the service's unreadable entries, beside the others; an unsendable key is not sent", async ({
  page,
  signInAs,
  play,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/key-checks") && sent.push(request.postData() ?? ""));
  await withUnreadable(page, "**/api/api-keys");
  await withUnreadable(page, "**/api/webhooks");
  await withUnreadable(page, "**/people?*");
  await signInAs("admin");
  await page.goto("/keys");
  await live(page);
  const keys = page.getByRole("region", { name: "Keys of the account" });
  await expect(keys).toContainText(note);
  await expect(keys.getByRole("listitem").first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await test.step("the field names the wrong character of a key", async () => {
    const section = page.getByRole("region", { name: "Check a key" });
    const field = section.getByLabel("A key that you have");
    await field.fill("svc_sk\u200b_live_12345678");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(
      /^Character 7 is U\+200B ZERO WIDTH SPACE, which no key or secret has/,
    );
    await section.getByRole("button", { name: "Check key" }).click();
    await field.fill("# Billing SVC_API_KEY=svc_sk_live_12345678");
    await expect(field).not.toHaveAttribute("aria-invalid");
    await section.getByRole("button", { name: "Check key" }).click();
    await expect(section).toContainText("The key is invalid");
    expect(sent).toEqual([JSON.stringify({ api_key: "svc_sk_live_12345678" })]);
  });

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.goto("/webhooks");
  await live(page);
  await expect(page.getByRole("region", { name: /^Webhooks of the account/ })).toContainText(note);
  await expectNoSidewaysScroll(page);

  const { id } = await play("finished");
  await page.goto(`/verifications/${id}`);
  await live(page);
  const people = page.getByRole("region", { name: /^People/ });
  await expect(people).toContainText(note);
  await expect(people.getByRole("listitem").first()).toBeVisible();
});
