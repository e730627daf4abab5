import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

const words = MESSAGES.en.originals;
const { original } = MESSAGES.en.verification.items;

/* The address of originals applies to the whole installation: the test removes it at its end. */
test("an admin sets the address of originals, and each item of a file links to its original, on record", async ({
  page,
  play,
  signInAs,
}) => {
  const { id, tag } = await play("finished");
  await signInAs("admin");
  const items = page.getByRole("region", { name: /^Documents\s*\d/ });
  await test.step("without an address the file states the reason once", async () => {
    await page.goto(`/verifications/${id}`);
    await expect(items.getByText(original.none)).toHaveCount(1);
    await items.getByRole("link", { name: original.set }).click();
    await expect(page).toHaveURL("/settings#originals");
  });

  const section = page.getByRole("region", { name: words.title });
  const field = section.getByRole("textbox", { name: words.template });
  await test.step("only https, and only known fields", async () => {
    await field.fill("https://docs.example.mx/{name}/{item_id}");
    await field.press("Enter");
    await expect(section).toContainText("An https address without credentials");
    await field.fill("https://docs.example.mx/{tag}/{item_id}");
    await expect(section).toContainText("https://docs.example.mx/EXP-2041/7");
    await expectAccessibleAtBothWidths(page);
    await field.press("Enter");
    await expect(section).toContainText(words.inUse);
  });

  await test.step("each item has its original, and the opening is recorded", async () => {
    await page.goto(`/verifications/${id}`);
    await expect(items).toBeVisible();
    await expect(items.getByText(original.none)).toHaveCount(0);
    const link = items.getByRole("link", { name: original.open, includeHidden: true }).first();
    const href = (await link.getAttribute("href")) ?? "";
    const item = /\/items\/(\d+)\/original$/.exec(href)?.[1];
    const answer = await page.request.get(href, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([303, `https://docs.example.mx/${tag}/${item}`]);
    await page.goto("/audit");
    await expect(page.getByText(MESSAGES.en.audit.action.original.opened).first()).toBeVisible();
  });

  await test.step("until the address is removed", async () => {
    await page.goto("/settings");
    await field.fill("");
    // Leaving the page earlier would cancel the request.
    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    await section.getByRole("button", { name: words.save }).click();
    expect((await saved).status()).toBe(200);
    await expect(section).not.toContainText(words.inUse);
    await page.goto(`/verifications/${id}`);
    await expect(items.getByText(original.none)).toBeVisible();
  });
});
