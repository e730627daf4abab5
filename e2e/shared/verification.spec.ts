import type { Page } from "@playwright/test";
import { expectFits, violationsOf } from "#e2e/support/axe.ts";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

/** A part of the page by its heading, which may end in a count. */
const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}\\s*\\d*$`) });
const findings = (page: Page) => section(page, "Findings");

type Heard = { heard: string[] };

/**
 * Collects the announcements of a file's page from now on, as a screen reader does: the next one may replace the text before
 * a locator finds it. The result waits for one of them.
 */
async function listen(page: Page): Promise<(text: string) => Promise<void>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard } satisfies Heard);
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("article [data-announced]"))
        heard.push(textContent ?? "");
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return async (text) => {
    const heard = () => page.evaluate(() => (window as unknown as Heard).heard.join("\n"));
    await expect.poll(heard).toContain(text);
  };
}

const RUN = { kind: "findings", run_id: "run-1" };

test.beforeEach(({ signInAs }) => signInAs("compliance"));

/* Documents that need a reviewer: `components/desk/verification/items-section.browser.test.tsx`. */

test("shows the file, its status, the time and outcome of the last read, copies its whole id or reports a failure, and marks findings from before a reopening", {
  tag: "@journey",
}, async ({ page, context, play, sandbox, observer }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, tag } = await play("finished");
  await test.step("all known data of the file comes from the server, before any script runs", async () => {
    const html = await (await page.request.get(`/verifications/${id}`)).text();
    const markup = html.replaceAll(/<script[\s\S]*?<\/script>/g, "");
    expect(markup).toContain(`>${tag}</h1>`);
    expect(markup).toMatch(/<p lang="es"/);
  });
  await page.goto(`/verifications/${id}`);
  const article = page.getByRole("article", { name: tag });
  await expect(article.getByRole("heading", { level: 1 })).toHaveText(tag);
  await expect(article.getByRole("banner").or(article.locator("header").first())).toContainText("Finished");
  await expect(article.getByText(/^Updated /)).toBeVisible();
  await article.locator("header").first().getByText("Details").click();
  const copy = article.getByRole("button", { name: /^Copy the verification id/ });
  await copy.hover();
  await expect(page.getByRole("tooltip")).toHaveText(id);
  // The announcement is short, so the wait for it starts before its cause.
  const said = page.getByText("Copied").first().waitFor({ state: "attached" });
  await copy.click();
  await said;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await copy.click();
  await expect(article.getByText("The browser did not allow copying.")).toBeVisible();
  // A final run of today.
  await expect(findings(page)).toContainText("Final run");
  const { findings: run } = await (await page.request.get(`/api/verifications/${id}`)).json();
  await expect(findings(page).getByRole("time").first()).toHaveAttribute(
    "datetime",
    run.computed_at.replace(/(\.\d{3})\d+/, "$1"),
  );
  await expect(findings(page)).not.toContainText("Provisional:");
  await expect(findings(page)).not.toContainText("no longer definitive");
  await expect(findings(page)).not.toContainText("does not mean approved");
  await live(page);

  // `finished` has no time of its own, so each copy of it (it may come twice) counts until the end of the second of its
  // signature. The read must be later: a read that begins while the service reopens the file is newer than that, and still
  // shows it finished.
  const signedBefore = Date.now() - (Date.now() % 1000) + 1000;
  const isRead = async () => {
    const { verification, freshness } = await (await observer.get(`/api/verifications/${id}`)).json();
    return Date.now() >= signedBefore && freshness.read_at > verification.status_at;
  };
  await expect.poll(isRead).toBe(true);
  await sandbox.change(id, { kind: "reopened" }, { kind: "documents_status", to: "partial_upload" });
  await expect(findings(page)).toContainText("Final run");
  await expect(findings(page)).toContainText("from before the reopening");
  await expect(findings(page)).toContainText("so it is no longer definitive");
});

test("names missing parts, finds changes without an event by a button, and updates live with the others, announced to screen readers", async ({
  page,
  play,
  sandbox,
}) => {
  const { id } = await play("pending-upload");
  await page.goto(`/verifications/${id}`);
  await expect(section(page, "Document status")).toContainText("Pending upload");
  await expect(findings(page)).toContainText(/No findings run is known yet|No findings in this run/);
  await expect(section(page, "People")).toContainText("The service lists no people for this verification.");
  await live(page);
  const said = page.getByRole("article").locator("[data-announced]");
  await expect(said.filter({ hasText: /changed to|findings run/ })).toHaveCount(0);
  const announced = await listen(page);
  await page.evaluate(() => {
    document.documentElement.dataset.untouched = "yes";
  });

  await sandbox.change(id, { kind: "status", to: "pending_validation" });
  const again = page.getByRole("button", { name: "Update from the service" });
  // Reads within ten seconds are one read (design §5), so the first press may still get the read of the opening.
  await expect(async () => {
    await again.click();
    await expect(page.getByRole("article").getByText("Pending validation", { exact: true })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();

  await sandbox.change(
    id,
    { kind: "documents_status", to: "partial_upload" },
    { kind: "item_status", item_id: 7, item_type: "csf_mx", internal_status: "processing" },
    { ...RUN, findings: [{ severity: "high", message: "Llegó en vivo." }] },
  );
  await announced("Document status changed to Partly uploaded.");
  await expect(section(page, "Document status")).toContainText("Partly uploaded");
  await expect(findings(page)).toContainText("Llegó en vivo.");
  await expect(section(page, "Documents")).toContainText("Tax status certificate");
  await expect(section(page, "Activity")).toContainText("Provisional run: 1 high");
  await sandbox.change(id, { kind: "finished", run_id: "run-2", findings: [] });
  await announced("Status changed to Finished.");
  await expect(page.getByRole("article").getByText("Finished", { exact: true })).toBeVisible();
  await expect(findings(page)).toContainText("Final run");
  await expect(findings(page)).toContainText("No findings in this run.");
  await expect(findings(page)).toContainText("No findings does not mean approved");
  await expect(page.locator("html")).toHaveAttribute("data-untouched", "yes");
});

test("an id unknown to events and the service is not found, with a link to the list", async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(...NOT_FOUND_NOISE);
  for (const id of ["ver_nobody", "ñandú ¿qué?", "..%2F..%2Fapi-keys", "a.b", "%00"]) {
    expect((await page.request.get(`/verifications/${encodeURIComponent(id)}`)).status(), id).toBe(404);
  }
  const answer = await page.request.get("/api/verifications/ver_nobody");
  expect([answer.status(), await answer.json()]).toEqual([
    404,
    { success: false, code: "NOT_FOUND", message: expect.any(String), timestamp: expect.any(String) },
  ]);
  await page.goto(`/verifications/${encodeURIComponent("..%2F..%2Fñandú ¿qué?")}`);
  await expect(page.getByRole("heading", { name: "No such verification" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await expectFits(page);
  await page.getByRole("link", { name: "All verifications" }).click();
  await expect(page).toHaveURL("/verifications");
});
