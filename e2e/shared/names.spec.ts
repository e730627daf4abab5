import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { inventPerson } from "#e2e/support/people.ts";

const words = MESSAGES.en.people;
const field = (page: Page) => page.getByRole("search").getByRole("textbox");
const rows = (page: Page) => page.getByRole("table").locator("[data-row]");

test.describe("people of one name", () => {
  test.beforeEach(({ signInAs }) => signInAs("support"));

  test("are distinguished in their rows, Enter opens none of several, and a mistyped CURP names its fault and finds them, in no address", async ({
    page,
    play,
    change,
  }) => {
    const who = inventPerson();
    const [one, other] = [await play("pending-upload"), await play("pending-upload")];
    await change(one.id, who.searched());
    await change(other.id, who.searched(undefined, { role: "shareholder" }));
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
    await page.goto("/people");
    await live(page);
    await expect(async () => {
      await field(page).fill(who.surname);
      await expect(rows(page)).toHaveCount(2, { timeout: 2_000 });
    }).toPass();
    const year = String(1900 + Number(who.curp.slice(4, 6)));
    for (const row of [rows(page).nth(0), rows(page).nth(1)]) {
      await expect(row).toContainText(`born ${year}`);
      await expect(row).toContainText(`XEXZ…${who.curp.slice(-2)}`);
    }
    await expect(rows(page).filter({ hasText: other.tag })).toContainText("Shareholder");
    await expect(rows(page).filter({ hasText: one.tag })).toContainText("Legal representative");
    await field(page).press("Enter");
    await expect(page.getByText(words.search.several)).toBeVisible();
    await expect(page).toHaveURL("/people");
    await expectAccessibleAtBothWidths(page);

    await test.step("a mistyped CURP", async () => {
      await field(page).fill(`${who.curp.slice(0, 9)}I${who.curp.slice(10)}`);
      const check = page.getByRole("region", { name: words.check.title });
      await expect(check).toContainText("Character 10 has to be a digit.");
      await expect(check.getByRole("link", { name: who.name }).first()).toBeVisible();
      await expect(check).toContainText(`XEXZ…${who.curp.slice(-2)}`);
      await expect(check).not.toContainText(who.curp);
      await expectAccessibleAtBothWidths(page);
      expect(addresses.filter((address) => address.includes(who.curp.slice(0, 9)))).toEqual([]);
      await field(page).fill(who.curp.slice(0, 17));
      await expect(check).toContainText("A CURP has 18 characters, and this one has 17.");
      await expect(check.getByRole("link")).toHaveCount(0);
    });

    await field(page).fill(`${who.surname} ${one.tag}`);
    await expect(page.getByText(words.search.several)).toBeHidden();
    await field(page).press("Enter");
    await expect(page).toHaveURL(`/verifications/${one.id}/people/${who.people_id}?from=people`);

    await test.step("and the PDF opens beside the registry data for comparison", async () => {
      await page.getByRole("link", { name: "Open the PDF" }).click();
      const viewer = page.getByRole("region", { name: `PDF of ${who.name}` });
      await expect(viewer.locator("canvas")).toHaveCount(1);
      const registry = page.getByRole("region", { name: words.card.registry });
      const [data, pdf] = [await registry.boundingBox(), await viewer.boundingBox()];
      expect(data && pdf && data.x + data.width <= pdf.x && data.y < pdf.y + 150).toBe(true);
    });
  });
});

test("a file and the overview never show the account's own name, which the frame shows once", async ({
  page,
  play,
  observer,
  signInAs,
}) => {
  const { id, tag } = await play("pending-upload");
  const { verification } = await (await observer.get(`/api/verifications/${id}`)).json();
  const account: string = verification.account_name;
  await signInAs("admin");
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(page.getByRole("region", { name: "Latest activity" }).getByRole("listitem").first()).toContainText(/\w/);
  await expect(main.getByText(account)).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Sidebar" }).getByText(account)).toHaveCount(1);
  await page.goto(`/verifications/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: tag })).toBeVisible();
  await expect(main.getByText(account).filter({ visible: true })).toHaveCount(0);
});
