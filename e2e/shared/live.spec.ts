import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, table } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("a new fact appears without a reload, in the list and on the file", async ({ page, play, sandbox }) => {
  const played = await play("pending-upload");
  await page.goto(`/verifications?q=${played.tag}`);
  await live(page);
  const row = rowOf(page, played.tag);
  await sandbox.change(played.id, { kind: "documents_status", to: "partial_upload" });
  await expect(row).toContainText("Partly uploaded");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(played.tag);
  await expect(page.getByRole("article")).toContainText("Partly uploaded");
  await sandbox.change(played.id, { kind: "documents_status", to: "full_upload" });
  await expect(page.getByRole("article")).toContainText("first complete after");
});

test("a screen reader hears once that changes wait, and not again with each further change", async ({
  page,
  play,
  change,
  sandbox,
}) => {
  const family = newTag();
  const below = await play("pending-upload", `${family}-1`);
  const lowest = await play("pending-upload", `${family}-0`);
  const above = await play("pending-upload", `${family}-2`);
  await change(above.id, { kind: "documents_status", to: "partial_upload" });
  await page.goto(`/verifications?q=${family}`);
  await live(page);
  const first = table(page).getByRole("link").first();
  await expect(first).toHaveText(above.tag);
  await first.focus();
  const region = page.locator("[data-announced]").filter({ has: page.getByRole("button", { name: /updated — show/ }) });
  await sandbox.change(below.id, { kind: "documents_status", to: "partial_upload" });
  await expect(region).toHaveAttribute("data-announced", "polite");
  // From then on it is silent, however the number grows.
  await expect(region).toHaveAttribute("data-announced", "off");
  await sandbox.change(lowest.id, { kind: "documents_status", to: "partial_upload" });
  await expect(region).toContainText("2 updated");
  await expect(region).toHaveAttribute("data-announced", "off");
  await expect(page.locator(":focus")).toHaveText(above.tag);
  await expect(first).toHaveText(above.tag);
});
