import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/*
 * The dialog, its failures and retries: `components/desk/verifications/import-dialog.browser.test.tsx`; the right to add
 * verifications: `app/api/imports/verifications/route.db.test.ts`.
 */
test("verifications are added by id, and each id has its outcome", async ({ page, signInAs, play }) => {
  const { id, tag } = await play("finished");
  const unknown = newTag();
  await signInAs("compliance");
  await page.goto("/verifications?q=nothing-is-called-like-this");
  await live(page);
  await page.getByRole("button", { name: "Add older files by their ids" }).click();
  const dialog = page.getByRole("dialog", { name: "Add older files by their ids" });
  const line = (id: string) => dialog.getByRole("listitem").filter({ hasText: id });
  await dialog.getByRole("textbox", { name: "Verification ids" }).fill(`${id}, ${unknown}, ${tag}`);
  await dialog.getByRole("button", { name: "Add 3 verification" }).click();
  await expect(dialog.getByText("3 of 3 done · 1 already known · 1 tag · 1 unknown to the service")).toBeVisible();
  await expect(line(unknown)).toContainText("the service does not know it");
  await expect(line(tag)).toContainText("looks like a tag: use its id");
  await line(id).getByRole("link").click();
  await expect(page).toHaveURL(`/verifications/${id}`);
});
