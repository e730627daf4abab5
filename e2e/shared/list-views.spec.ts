import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, search, table } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

const words = MESSAGES.en.views;

/* Other names, orders and deletions: `components/desk/views/view-tabs.browser.test.tsx`; the rights: `app/api/views.db.test.ts`. */
test("a built-in view opens its files, and a reviewer saves the filter of the list as a view", async ({
  page,
  play,
  signInAs,
}) => {
  const { tag } = await play("finished");
  await signInAs("compliance");
  await page.goto("/verifications");
  await live(page);
  const views = page.getByRole("navigation", { name: words.label });
  const tab = (name: string) => views.getByRole("link", { name });
  await expect(tab(words.builtIn.ready)).toContainText(/[1-9]\d* files?/);
  await tab(words.builtIn.ready).click();
  await expect(page).toHaveURL("/verifications?without_severity=high&review=open&reason=decision&sort=due");
  await expect(tab(words.builtIn.ready)).toHaveAttribute("aria-current", "page");
  await expect(table(page).getByRole("link").first()).toBeVisible();
  await page.goBack();
  await expect(tab(words.all)).toHaveAttribute("aria-current", "page");

  const name = `View ${tag}`;
  await search(page).fill(tag);
  await expect(page).toHaveURL(`/verifications?q=${tag}`);
  await views.getByRole("button", { name: words.save }).click();
  await page.getByRole("dialog").getByLabel(words.dialog.name).fill(name);
  await page.keyboard.press("Enter");
  await expect(tab(name)).toHaveAttribute("aria-current", "page");
  await tab(words.all).click();
  await expect(page).toHaveURL("/verifications");
  await tab(name).click();
  await expect(page).toHaveURL(`/verifications?q=${tag}`);
  await expect(rowOf(page, tag)).toBeVisible();
  await views.getByRole("button", { name: `Change the view ${name}` }).click();
  await page.getByRole("menuitem", { name: words.menu.delete }).click();
  await page.getByRole("dialog").getByRole("button", { name: words.delete.submit }).click();
  await expect(tab(name)).toHaveCount(0);
});
