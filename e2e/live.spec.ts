import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { live, rowOf, table } from "./support/list.ts";
import type { Played, Sandbox } from "./support/sandbox.ts";

const CHANGES = [
  ["partial_upload", "Partly uploaded"],
  ["full_upload", "Complete"],
  ["partial_upload", "Partly uploaded"],
  ["full_upload", "Complete"],
  ["partial_upload", "Partly uploaded"],
] as const;

/**
 * How long the quickest of several changes took from happening at the service to standing on the page. The sandbox has
 * some deliveries overtake others, and the machine has other things to do: neither is the dashboard's slowness.
 */
async function quickest(sandbox: Sandbox, { id }: Played, place: (words: string) => Locator): Promise<number> {
  const took: number[] = [];
  for (const [to, words] of CHANGES) {
    const start = performance.now();
    await sandbox.change(id, { kind: "documents_status", to });
    await place(words).first().waitFor();
    took.push(performance.now() - start);
  }
  return Math.min(...took);
}

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test.describe("A new fact is there within a second, without a reload,", () => {
  test("in the list", async ({ page, play, sandbox }) => {
    const played = await play("pending-upload");
    await page.goto(`/verifications?q=${played.tag}`);
    await live(page);
    expect(await quickest(sandbox, played, (words) => rowOf(page, played.tag).getByText(words))).toBeLessThan(1_000);
  });

  test("on the file", async ({ page, play, sandbox }) => {
    const played = await play("pending-upload");
    await page.goto(`/verifications/${played.id}`);
    await live(page);
    const step = page.locator("[aria-current=step]");
    expect(await quickest(sandbox, played, (words) => step.getByText(words))).toBeLessThan(1_000);
  });
});

test("A listener is told once that something waits, and not with all that joins it", async ({
  page,
  play,
  sandbox,
}) => {
  const { id } = await play("pending-upload");
  await page.goto("/verifications");
  await live(page);
  await table(page).getByRole("link").first().focus();
  // Whichever was the first at that moment.
  const row = table(page)
    .getByRole("row")
    .filter({ has: page.locator(":focus") });
  const name = (await page.locator(":focus").textContent()) ?? "";
  const place = (await row.getAttribute("aria-rowindex")) ?? "";
  const region = page.getByRole("status").filter({ has: page.getByRole("button", { name: /updated — show/ }) });
  await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
  await expect(region).toHaveAttribute("aria-live", "polite");
  // From then on it is silent, however the number grows.
  await expect(region).toHaveAttribute("aria-live", "off");
  await sandbox.play("pending-upload");
  await expect(region).toHaveAttribute("aria-live", "off");
  await expect(page.locator(":focus")).toHaveText(name);
  await expect(row).toHaveAttribute("aria-rowindex", place);
});
