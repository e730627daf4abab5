import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, table } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const { "review-bulk": bulk, views } = MESSAGES.en;

test("support selects no file, adds none and opens a shared view without changing it, and an admin may only assign", async ({
  page,
  play,
  apiAs,
  signInAs,
}) => {
  const { tag } = await play("finished");
  const admin = await apiAs("admin");
  const name = `Shared ${newTag()}`;
  const shared = await admin.post("/api/views", { data: { name, query: `q=${tag}`, shared: true } });
  const { view_id } = await shared.json();
  const tabs = page.getByRole("navigation", { name: views.label });
  const bar = page.getByRole("region", { name: bulk.bar.label });
  const add = page.getByRole("button", { name: "Add verifications by id" });

  await signInAs("support");
  await page.goto("/verifications");
  await live(page);
  await expect(add).toHaveCount(0);
  await tabs.getByRole("link", { name }).click();
  await expect(tabs.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  await expect(tabs.getByRole("button")).toHaveCount(0);
  await rowOf(page, tag).hover();
  await expect(table(page).getByRole("checkbox")).toHaveCount(0);
  await page.keyboard.press("x");
  await expect(bar).toHaveCount(0);

  // A page of the ended session would still send requests, and they would be refused.
  await page.goto("about:blank");
  await signInAs("admin");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  await expect(add).toBeVisible();
  await page.keyboard.press("x");
  await expect(bar.getByRole("button", { name: bulk.bar.assign })).toBeVisible();
  await expect(bar.getByRole("button", { name: bulk.bar.wait })).toHaveCount(0);
  await admin.delete(`/api/views/${view_id}`);
});
