import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { inventPerson, missed } from "#e2e/support/people.ts";
import type { RecentDeliveries } from "#lib/core/contract/deliveries/recent.ts";
import type { FailedLookups } from "#lib/core/contract/people/person.ts";
import { lowerBoundOf } from "#lib/platform/contract/pages.ts";

const main = (page: Page) => page.getByRole("main");
const region = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
/** The number of a line, beside its link. */
const numberOf = (page: Page, name: string) =>
  region(page, "Connection to the service")
    .locator("dl > div")
    .filter({ has: page.getByRole("link", { name, exact: true }) })
    .getByRole("definition");

/** Opens the overview without first steps, so that the part for the role is at the top. */
async function openOverview(page: Page, origin: string, first: string) {
  await page.context().addCookies([{ name: "first-steps", value: "hidden", url: origin }]);
  await page.goto("/");
  await live(page);
  await expect(main(page).getByRole("region").first()).toHaveAccessibleName(first);
}

const toOverview = (page: Page) =>
  page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Overview" }).click();

test("an admin sees first whether deliveries arrive, with the deliveries by hour, and each number leads to its rows", {
  tag: "@journey",
}, async ({ page, signInAs, apiAs, play, installation }) => {
  const admin = await apiAs("admin");
  const recent = async (): Promise<RecentDeliveries> => (await admin.get("/api/overview/deliveries")).json();
  await signInAs("admin");
  await openOverview(page, installation.origin, "Connection to the service");
  const connection = region(page, "Connection to the service");
  const bars = connection.getByRole("img", { name: /^Deliveries per hour since / });
  const before = lowerBoundOf((await recent()).total);

  await test.step("deliveries are counted without a reload, as words for who sees no bars", async () => {
    const { id } = await play("finished");
    const { items } = await (await admin.get(`/api/verifications/${id}/events`)).json();
    // Other specs deliver meanwhile.
    await expect(async () => {
      const { total, hours } = await recent();
      expect(total).toBeGreaterThanOrEqual(before + items.length);
      const shown = lowerBoundOf(total).toLocaleString("en");
      await expect(connection.getByRole("link", { name: `${shown} deliveries since ` })).toBeVisible({
        timeout: 2_000,
      });
      const counts = hours.map(({ count }) => lowerBoundOf(count));
      const most = Math.max(...counts).toLocaleString("en");
      const empty = counts.filter((count) => count === 0).length;
      await expect(bars).toHaveAccessibleName(
        new RegExp(`Most: ${most}, in the hour from .*Hours without deliveries: ${empty} of 24\\.$`),
      );
    }).toPass();
    await expect(connection.getByText(/^Deliveries arrive/)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("the number of deliveries leads to them", async () => {
    const link = connection.getByRole("link", { name: / deliveries since / });
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/deliveries\?from=/);
    await expect(async () => {
      const { total } = await recent();
      const said = `${lowerBoundOf(total).toLocaleString("en")} deliveries`;
      await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  for (const [name, address] of [
    ["Failed", "/deliveries?outcome=failed"],
    ["Refused in 24 hours", "/deliveries/refusals"],
    ["Failed calls to the service", "/webhooks#service-title"],
  ] as const) {
    await test.step(name, async () => {
      await toOverview(page);
      await expect(numberOf(page, name)).toHaveText(/^[\d,]+\+?$/);
      await connection.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(address);
    });
  }
});

test("support searches people first, by a text that no address has, and goes from a failure to its people", async ({
  page,
  signInAs,
  apiAs,
  play,
  change,
  installation,
}) => {
  const { id } = await play("pending-upload");
  const who = inventPerson();
  await change(id, who.searched(missed("No está."), { people_error: "curp_format_error" }));
  await signInAs("support");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  await openOverview(page, installation.origin, "Find a person");
  const field = main(page).getByRole("search").getByRole("textbox");
  await expect(field).toBeFocused();
  await expectAccessibleAtBothWidths(page);

  await field.fill(who.surname);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/people");
  await expect(field).toHaveValue(who.surname);
  await expect(page.getByRole("table").locator("[data-row]")).toContainText(who.name);
  expect(addresses.filter((address) => address.includes(who.surname))).toEqual([]);

  await page.goBack();
  const support = await apiAs("support");
  const wrong = region(page, "Find a person").getByRole("link", { name: /^Wrong format / });
  await expect(async () => {
    const lookups: FailedLookups = await (await support.get("/api/overview/lookups")).json();
    const count = lookups.items.find(({ outcome }) => outcome === "curp_format_error")?.count ?? 0;
    expect(lowerBoundOf(count)).toBeGreaterThan(0);
    await expect(wrong).toHaveAccessibleName(`Wrong format ${lowerBoundOf(count)}`, { timeout: 2_000 });
  }).toPass();
  await wrong.click();
  await expect(page).toHaveURL("/people?outcome=curp_format_error");
});

test("an auditor sees first how far the records go, and nothing of the connection", async ({
  page,
  signInAs,
  installation,
}) => {
  await signInAs("auditor");
  await openOverview(page, installation.origin, "Records to examine");
  const records = region(page, "Records to examine");
  await expect(records.getByText(/^[\d,]+ sealed entries \(newest head: /)).toBeVisible();
  await expect(records.getByText(/^Newest entry: /)).toBeVisible();
  await expect(region(page, "Connection to the service")).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  for (const [name, address] of [
    ["Decisions", "/decisions"],
    ["Evidence", "/evidence"],
    ["Audit trail", "/audit"],
  ] as const)
    await expect(records.getByRole("link", { name })).toHaveAttribute("href", address);
});
