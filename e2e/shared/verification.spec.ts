import type { Page } from "@playwright/test";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

/** A part of the page by its heading, which may end in a count. */
const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}\\s*\\d*$`) });
const findings = (page: Page) => section(page, "Findings");

const RUN = { kind: "findings", run_id: "run-1" };

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("says what file it is, its status, when the service was read and what came of it, and copies its whole id or says that it could not", async ({
  page,
  context,
  play,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, tag } = await play("finished");
  await page.goto(`/verifications/${id}`);
  const article = page.getByRole("article", { name: tag });
  await expect(article.getByRole("heading", { level: 1 })).toHaveText(tag);
  await expect(article.getByRole("banner").or(article.locator("header").first())).toContainText("Finished");
  await expect(article.getByText(/^Updated /)).toBeVisible();
  await article.locator("header").first().getByText("Details").click();
  const copy = article.getByRole("button", { name: /^Copy the verification id/ });
  await copy.hover();
  await expect(page.getByRole("tooltip")).toHaveText(id);
  // It is said for a moment only: waited for before it is caused.
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
  await expect(findings(page).getByRole("time").first()).toHaveAttribute("datetime", run.computed_at);
  await expect(findings(page)).not.toContainText("Provisional:");
  await expect(findings(page)).not.toContainText("no longer definitive");
  await expect(findings(page)).not.toContainText("does not mean approved");
});

test("comes from the server with all that is known of it, before any script runs", async ({ page, play }) => {
  const { id, tag } = await play("finished");
  const html = await (await page.request.get(`/verifications/${id}`)).text();
  const markup = html.replaceAll(/<script[\s\S]*?<\/script>/g, "");
  expect(markup).toContain(`>${tag}</h1>`);
  expect(markup).toMatch(/<p lang="es"/);
});

test("says the document status in a line, which opens into each stay", async ({ page, play }) => {
  const { id } = await play("backward");
  await page.goto(`/verifications/${id}`);
  const documents = section(page, "Document status");
  const line = documents.locator("summary").first();
  await expect(line).toContainText(/^Complete.*since .+first complete after \d/);
  await expect(documents.getByRole("table")).toBeHidden();
  await line.click();
  await expect(documents).toContainText("The file is complete.");
  const rows = documents.getByRole("table", { name: "Document status over time, oldest first" }).getByRole("row");
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(1)).toContainText("Pending upload");
  await expect(rows.nth(2)).toContainText("Partly uploaded");
  await expect(rows.nth(3)).toContainText("Complete");
  await expect(rows.nth(4)).toContainText("Partly uploaded");
  await expect(rows.nth(4)).toContainText("moved back");
  await expect(rows.nth(5)).toContainText("Complete");
  await expect(rows.nth(5)).toContainText("so far");
});

test("shows findings by severity, their words verbatim and as Spanish", async ({ page, play, change }) => {
  const { id } = await play("pending-upload");
  await change(id, {
    ...RUN,
    findings: [
      { severity: "low", message: "Falta una copia." },
      { severity: "high", message: "El RFC <b>no</b> coincide;\nrevisar & corregir.", missing_field: "RFC vigente" },
      { severity: "medium", message: "Poder sin fecha." },
    ],
  });
  await page.goto(`/verifications/${id}`);
  const headings = findings(page).getByRole("heading", { level: 3 });
  await expect(headings).toHaveText([/^High/, /^Medium/, /^Low/]);
  // Each with an icon of its own beside the word.
  const signs = await headings
    .locator(".icon")
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark, "::before").maskPosition));
  expect(new Set(signs).size).toBe(3);
  const message = findings(page).getByText("El RFC <b>no</b> coincide;");
  await expect(message).toHaveAttribute("lang", "es");
  await expect(message).toHaveText("El RFC <b>no</b> coincide; revisar & corregir.");
  await expect(findings(page).getByText("RFC vigente")).toHaveAttribute("lang", "es");
});

test.describe("findings", () => {
  test("of a final run from before a reopening are marked as no longer definitive", async ({
    page,
    play,
    sandbox,
    observer,
  }) => {
    const { id } = await play("finished");
    // `finished` carries no time of its own, so each copy of it, and one may come twice, holds to the end of the second in
    // which it was signed. After that it is read: a reading that begins while the service reopens the file is newer than
    // that, and still shows it finished.
    const signedBefore = Date.now() - (Date.now() % 1000) + 1000;
    const isRead = async () => {
      const { verification, freshness } = await (await observer.get(`/api/verifications/${id}`)).json();
      return Date.now() >= signedBefore && freshness.read_at > verification.status_at;
    };
    await expect.poll(isRead).toBe(true);
    await sandbox.change(id, { kind: "reopened" }, { kind: "documents_status", to: "partial_upload" });
    await page.goto(`/verifications/${id}`);
    await expect(findings(page)).toContainText("Final run");
    await expect(findings(page)).toContainText("from before the reopening");
    await expect(findings(page)).toContainText("so it is no longer definitive");
  });

  test("that are none are no formal approval, and it is said", async ({ page, play }) => {
    const { id } = await play("finished-clean");
    await page.goto(`/verifications/${id}`);
    await expect(findings(page)).toContainText("Final run");
    await expect(findings(page)).toContainText("No findings in this run.");
    await expect(findings(page)).toContainText("No findings does not mean approved");
  });
});

test("shows of an item its processing status as the service names it, and how its extraction ended", async ({
  page,
  play,
  change,
}) => {
  const { id } = await play("pending-upload");
  const item = { item_id: 7, item_type: "csf_mx" };
  await change(
    id,
    { kind: "item_status", ...item, internal_status: "processing" },
    { kind: "item_extracted", item_id: 7, success: true },
    { kind: "item_status", ...item, internal_status: "almost_done" },
    { kind: "item_completed", item_id: 7 },
  );
  await page.goto(`/verifications/${id}`);
  await section(page, "Documents").getByText("1 document, fine").click();
  const entry = section(page, "Documents").getByRole("listitem").filter({ hasText: "#7" });
  await expect(entry).toContainText(/Completed .+ · Extraction succeeded/);
  await entry.getByText("Details").click();
  await expect(entry.getByRole("definition").filter({ hasText: /^almost_done$/ })).toBeVisible();
  const steps = entry.getByRole("listitem");
  await expect(steps).toHaveText([/Status changed.*processing/, /Extraction completed/, /almost_done/, /Completed/]);
});

test("puts the items that need a reviewer first, with what is wrong, what to do, and the request for whoever can do it", async ({
  page,
  context,
  play,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, tag } = await play("item-error-password_protected_pdf");
  await page.goto(`/verifications/${id}`);
  const items = section(page, "Documents");
  await expect(items).toContainText("1 needs attention");
  const first = items.getByRole("listitem").first();
  await expect(first).toContainText("Articles of incorporation");
  await expect(first).toContainText("ac_mx");
  await expect(first).toContainText("password_protected_pdf");
  await expect(first).toContainText("What to do: Get a copy without a password and add it.");
  await expect(items).toContainText("The team that runs your own system does that, through the service’s API.");
  const said = first.getByText("Copied").first().waitFor({ state: "attached" });
  await first.getByRole("button", { name: "Copy the request" }).click();
  await said;
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`verification_id: ${id}\ntag: ${tag}\nitem_id: `);
  expect(copied).toContain("\nitem_type: ac_mx\nitem_error: password_protected_pdf\n");
  expect(copied).toContain("\nWhat to do: Get a copy without a password and add it.\n");
  await first.getByText("Details").click();
  await expect(first.getByText("Status changed").first()).toBeVisible();
});

test("says in words what became of a file that cannot be read, and shows an error that no interface names as it came", async ({
  page,
  play,
}) => {
  const corrupted = await play("item-corrupted");
  await page.goto(`/verifications/${corrupted.id}`);
  await expect(section(page, "Documents")).toContainText("The service could not read the file.");
  await expect(section(page, "Documents")).toContainText("What to do: Check that the file opens, then add it again");
  const { id } = await play("item-error-free_text");
  await page.goto(`/verifications/${id}`);
  const items = section(page, "Documents");
  await expect(items.getByText("Unexpected end of stream while reading page 7").first()).toBeVisible();
  await expect(items).toContainText("The service’s interface does not describe this error.");
});

test("lists every delivery with its payload as it was sent, and older ones on demand", async ({ page, play }) => {
  const { id, tag } = await play("finished-high-findings");
  await page.goto(`/verifications/${id}`);
  const activity = section(page, "Activity");
  const entries = activity.getByRole("listitem");
  await expect(entries.first()).toBeVisible();
  // Before the page is hydrated a press on one of its buttons comes to nothing.
  await live(page);
  await activity.getByRole("button", { name: "Load older entries" }).click();
  await expect(activity.getByRole("button", { name: "Load older entries" })).toBeHidden();
  const created = entries.filter({ hasText: "Verification created" }).first();
  await created.locator("summary").click();
  const payload = created.getByRole("region", { name: "Payload as it was sent" });
  await expect(payload).toContainText('"event_name": "verification.v2.created"');
  await expect(payload).toContainText(`"verification_tag": "${tag}"`);
});

test("keeps fields that the interface does not name, and shows them; marks a provisional run as such", async ({
  page,
  play,
}) => {
  const { id } = await play("full-upload");
  await page.goto(`/verifications/${id}`);
  const other = section(page, "Other fields");
  for (const name of ["channel", "company", "legal_name", "progress"]) {
    await expect(other.getByText(name, { exact: true })).toBeVisible();
  }
  // As a tree: what belongs to a branch is inside it.
  await expect(other.locator("dl dl").getByText("legal_name", { exact: true })).toBeVisible();

  await expect(findings(page)).toContainText("Provisional run");
  await expect(findings(page)).toContainText("Provisional: computed while the verification is open.");
  await findings(page)
    .getByText(/^\d+ earlier runs?$/)
    .click();
  await expect(findings(page).getByRole("heading", { level: 4 }).first()).toBeVisible();
});

test("says what there is not yet, and moves by itself when something happens to the file", async ({
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
  await page.evaluate(() => {
    document.documentElement.dataset.untouched = "yes";
  });
  await sandbox.change(
    id,
    { kind: "documents_status", to: "partial_upload" },
    { kind: "item_status", item_id: 7, item_type: "csf_mx", internal_status: "processing" },
    { ...RUN, findings: [{ severity: "high", message: "Llegó en vivo." }] },
  );
  await expect(section(page, "Document status")).toContainText("Partly uploaded");
  await expect(findings(page)).toContainText("Llegó en vivo.");
  await expect(section(page, "Documents")).toContainText("Tax status certificate");
  await expect(section(page, "Activity")).toContainText("Provisional run: 1 high");
  await sandbox.change(id, { kind: "finished", run_id: "run-2", findings: [] });
  await expect(page.getByRole("article").getByText("Finished", { exact: true })).toBeVisible();
  await expect(findings(page)).toContainText("No findings does not mean approved");
  await expect(page.locator("html")).toHaveAttribute("data-untouched", "yes");
});

test("reads the service again by a button, and finds what no event announces", async ({ page, play, sandbox }) => {
  const { id } = await play("pending-upload");
  await page.goto(`/verifications/${id}`);
  await expect(page.getByText(/^Updated /)).toBeVisible();
  await sandbox.change(id, { kind: "status", to: "pending_validation" });
  const again = page.getByRole("button", { name: "Update from the service" });
  // Readings within ten seconds are one reading (design §5), so the first press may still serve the one of the opening.
  await expect(async () => {
    await again.click();
    await expect(page.getByRole("article").getByText("Pending validation", { exact: true })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
});

test("An id that neither events nor the service know is not found, and the list is offered", async ({
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
  await page.getByRole("link", { name: "All verifications" }).click();
  await expect(page).toHaveURL("/verifications");
});
