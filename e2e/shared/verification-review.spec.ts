import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { fileLoaded, live } from "#e2e/support/list.ts";
import { acceptByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/** A part of the page by its heading, which may end in a count. */
const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}\\s*\\d*$`) });
/** The announcement is short, so the wait for it starts before its cause. */
const clickAndHear = (page: Page, button: string, words: string) =>
  Promise.all([
    page.locator("[data-announced]").filter({ hasText: words }).waitFor({ state: "attached" }),
    page.getByRole("button", { name: button }).click(),
  ]);
const finding = (message: string, severity = "medium", missing_field?: string) => ({
  severity,
  message,
  ...(missing_field ? { missing_field } : {}),
});
const run = (run_id: string, ...findings: object[]) => ({ kind: "findings", run_id, findings });
const label = (name: string, comment: string | null) => ({
  kind: "label_added",
  label: name,
  display_name: `Etiqueta ${name}`,
  category: "Riesgo",
  comment,
});

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("a reviewer sees the waiting time of the file in a line, and opens its earlier states", async ({
  page,
  play,
  sandbox,
}) => {
  const { id } = await play("partial-upload");
  await page.goto(`/verifications/${id}`);
  const documents = section(page, "Document status");
  const line = documents.locator("summary").first();
  await expect(line).toContainText(/^Partly uploaded.*since .+ · waiting for \d/);
  await live(page);
  await sandbox.change(
    id,
    { kind: "documents_status", to: "full_upload" },
    { kind: "documents_status", to: "partial_upload" },
  );
  await expect(documents.getByRole("table")).toBeHidden();
  await line.click();
  const stays = documents.getByRole("table", { name: "Document status over time, oldest first" }).getByRole("row");
  await expect(stays).toHaveCount(5);
  await expect(stays).toContainText(["Pending upload", "Partly uploaded", "Complete", "moved back"]);
  await expect(stays.last()).toContainText("Partly uploaded");
  await expect(stays.last()).toContainText("so far");
});

test("a reviewer finds findings on the first screen, then problems and people, finished parts as a line, and each delivery as received; and prints the file, in short or with its whole history", async ({
  page,
  play,
  apiAs,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.printed = String(Number(dataset.printed ?? 0) + 1);
    };
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: "dark" });
  const { id } = await play("finished-high-findings");
  await page.goto(`/verifications/${id}`);
  const first = await section(page, "Findings").getByRole("listitem").first().boundingBox();
  expect(first?.y).toBeLessThanOrEqual(400);
  const documents = section(page, "Documents");
  const fine = documents.getByText(/all fine$/);
  await expect(fine).toBeVisible();
  await expect(documents.getByRole("listitem")).toHaveCount(0);
  await expect(page.getByRole("article")).not.toContainText(id);

  const activity = section(page, "Activity");
  const entries = activity.getByRole("listitem");
  const article = page.getByRole("article");
  const payload = article.getByRole("region", { name: "Payload as it was sent" });
  await expect(entries.first()).toBeVisible();
  await live(page);
  await test.step("printed with the basis of a decision; ids whole, light, without the shell", async () => {
    const api = await apiAs("compliance");
    await expect.poll(async () => (await reviewOf(api, id))?.reasons).toContain("decision");
    await acceptByApi(api, id);
    const added = await api.post(`/api/verifications/${id}/notes`, {
      data: { text: "Acta cotejada con el original.", kind: "general" },
    });
    expect(added.ok()).toBe(true);
    const review = article.getByRole("region", { name: "Review of this file" });
    await expect(review).toContainText("Accepted by");
    await expect(activity).toContainText("Acta cotejada con el original.");
    const print = async (extent: string, times: string) => {
      await page.getByRole("button", { name: "Print", exact: true }).click();
      await page.getByRole("menuitem", { name: extent }).click();
      await expect(page.locator("html")).toHaveAttribute("data-printed", times);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      await expect(article.getByText(`Verification ${id}`)).toBeVisible();
      await expect(article.getByText(new RegExp(`^http.*/verifications/${id}$`))).toBeVisible();
      await expect(article.getByText(/^Printed /)).toBeVisible();
      await expect(
        article.getByText(/^Times are in the zone \w+.*; those without a year are of \d{4}\.$/),
      ).toBeVisible();
      await expect(article.getByText(/^The service was last read /)).toBeVisible();
      await expect(section(page, "Document status").getByRole("table")).toBeVisible();
      await expect(section(page, "Documents").getByRole("listitem").first()).toBeVisible();
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await expect(article.getByRole("button")).toHaveCount(0);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light");
    };
    const printed = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await page.emulateMedia({ media: "screen" });
      await expect(section(page, "Document status").getByRole("table")).toBeHidden();
    };
    await print("Summary", "1");
    await expect(activity).toBeHidden();
    await expect(review).toContainText("In spite of: high findings");
    const notes = article.getByRole("region", { name: "Notes" });
    await expect(notes).toContainText("Acta cotejada con el original.");
    const tops = await Promise.all(
      [review, notes, section(page, "Findings")].map(async (part) => (await part.boundingBox())?.y ?? 0),
    );
    expect(tops.toSorted((a, b) => a - b)).toEqual(tops);
    // Paper is lower than a screen: a minimum height of the screen would add a sheet.
    expect(await page.evaluate(() => getComputedStyle(document.body).minHeight)).toBe("0px");
    await expect(payload).toHaveCount(0);
    const pages = Buffer.from(await page.pdf({ format: "Letter" }))
      .toString("latin1")
      .match(/\/Type\s*\/Page\b/g);
    expect(pages?.length).toBeLessThanOrEqual(3);
    await printed();
    await print("With the whole history", "2");
    await expect(activity.getByRole("button", { name: "Load older entries" })).toHaveCount(0);
    await expect(activity.getByRole("time").filter({ hasText: /ago|now/ })).toHaveCount(0);
    await expect(article.locator("details:not([open])")).toHaveCount(0);
    // Payloads are for users who may read deliveries.
    await expect(payload).toHaveCount(0);
    await printed();
    await expect(payload).toHaveCount(0);
  });

  await fine.click();
  await expect(documents.getByRole("listitem").first()).toBeVisible();
  const number = documents
    .locator("dd")
    .filter({ hasText: /^#\d+$/ })
    .first();
  await expect(number).toBeHidden();
  await documents.getByText("Details").first().click();
  await expect(number).toBeVisible();

  const created = entries.filter({ hasText: "Verification created" }).first();
  await created.locator("summary").click();
  const sent = created.getByRole("region", { name: "Payload as it was sent" });
  await expect(created.getByText("verification.v2.created", { exact: true })).toBeVisible();
  await expect(sent).toHaveCount(0);
});

test("a reviewer works through the findings: by severity, in their original Spanish, with the changes between any two runs, copied as text, and tells assigned from removed labels", async ({
  page,
  context,
  play,
  change,
  sandbox,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, tag } = await play("pending-upload");
  await change(id, run("one", finding("Se queda."), finding("Se va.")));
  await change(id, run("two", finding("Se queda."), finding("Se va.")));
  await change(
    id,
    run(
      "three",
      finding("Se queda."),
      finding("El RFC <b>no</b> coincide;\nrevisar & corregir.", "high", "RFC vigente"),
      finding("Falta una copia.", "low"),
    ),
  );
  await sandbox.change(id, label("goes", "primero"), label("stays", "primero"));
  const comments = ["goes", "stays"].map((name) => ({ kind: "label_comment", label: name, comment: "después" }));
  await sandbox.change(id, ...comments);
  const item = { item_id: 7, item_type: "csf_mx" };
  await change(
    id,
    { kind: "label_removed", label: "goes" },
    { kind: "item_status", ...item, internal_status: "processing" },
    { kind: "item_extracted", item_id: 7, success: true },
    { kind: "item_status", ...item, internal_status: "almost_done" },
    { kind: "item_completed", item_id: 7 },
  );
  await page.goto(`/verifications/${id}`);
  const findings = section(page, "Findings");
  const headings = findings.getByRole("heading", { level: 3 });
  await expect(headings).toHaveText([/^High/, /^Medium/, /^Low/]);
  // Each has its own icon beside the word.
  const signs = await headings
    .locator(".icon")
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark, "::before").maskPosition));
  expect(new Set(signs).size).toBe(3);
  const message = findings.getByText("El RFC <b>no</b> coincide;").first();
  await expect(message).toHaveAttribute("lang", "es");
  await expect(message).toHaveText("El RFC <b>no</b> coincide; revisar & corregir.");
  await expect(findings.getByText("RFC vigente").first()).toHaveAttribute("lang", "es");
  await findings.getByText("What changed between two runs:").click();
  await expect(findings.getByRole("region", { name: "New (2)" })).toContainText("El RFC <b>no</b> coincide;");
  await expect(findings.getByRole("region", { name: "Gone (1)" })).toContainText("Se va.");
  await expect(findings.getByRole("region", { name: "The same (1)" })).toContainText("Se queda.");
  await findings.getByLabel("to the run").selectOption({ index: 1 });
  await findings.getByLabel("From the run").selectOption({ index: 2 });
  await expect(findings.getByRole("region", { name: "The same (2)" })).toBeVisible();
  await expect(findings.getByText("What changed between two runs: nothing")).toBeVisible();

  await clickAndHear(page, "Copy the findings as text", "Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(tag);
  expect(copied).toContain(`Verification ${id}`);
  expect(copied).toContain("Provisional run");
  expect(copied).toContain("High (1)\n- El RFC <b>no</b> coincide;");
  expect(copied).toContain("Missing: RFC vigente");

  await test.step("labels, with their history", async () => {
    await fileLoaded(page);
    const labels = section(page, "Labels").getByRole("listitem");
    const stays = labels.filter({ hasText: "Etiqueta stays" }).first();
    await expect(stays).toContainText("después");
    await expect(stays).toContainText("Riesgo");
    await expect(stays).not.toContainText("Removed");
    const goes = labels.filter({ hasText: "Etiqueta goes" }).first();
    await expect(goes).toContainText("Removed");
    await goes.getByText("History: 3 changes").click();
    const steps = goes.getByRole("listitem");
    await expect(steps.nth(0)).toContainText("Assigned · “primero”");
    await expect(steps.nth(1)).toContainText("Comment changed: “primero” → “después”");
    await expect(steps.nth(2)).toContainText("Removed");
  });

  await test.step("the service's name of an item's status", async () => {
    const documents = section(page, "Documents");
    await documents.getByText("1 document, fine").click();
    const entry = documents.getByRole("listitem").filter({ hasText: "#7" });
    await expect(entry).toContainText(/Completed .+ · Extraction succeeded/);
    await entry.getByText("Details").click();
    await expect(entry.getByRole("definition").filter({ hasText: /^almost_done$/ })).toBeVisible();
    await expect(entry.getByRole("listitem")).toHaveText([
      /Status changed.*processing/,
      /Extraction completed/,
      /almost_done/,
      /Completed/,
    ]);
  });
});

test("a reviewer reads the whole activity, or one kind of entry, each without its payload", async ({ page, play }) => {
  const { id } = await play("full-upload");
  await page.goto(`/verifications/${id}`);
  const activity = section(page, "Activity");
  const entries = activity.getByRole("listitem");
  await expect(entries.filter({ hasText: /processing: / }).first()).toBeVisible();
  await test.step("no key leads to another file without a list", async () => {
    await expect(page.getByRole("navigation", { name: "The list you came from" })).toHaveCount(0);
    await page.keyboard.press("Alt+j");
    await activity.getByLabel("Show").focus();
    await page.keyboard.press("Alt+j");
  });
  await activity.getByLabel("Show").selectOption("Findings");
  await expect(entries.filter({ hasText: /processing: / })).toHaveCount(0);
  const computed = entries.filter({ hasText: / run: / }).first();
  await computed.locator("summary").click();
  await expect(computed.getByText("verification.v2.findings.updated", { exact: true })).toBeVisible();
  await expect(computed.getByRole("region", { name: "Payload as it was sent" })).toHaveCount(0);
  await activity.getByLabel("Show").selectOption("Refreshes from the service");
  const reading = entries.filter({ hasText: "Refreshed from the service" }).first();
  await expect(reading).toContainText("first time");
  await reading.locator("summary").click();
  await expect(reading.getByRole("region", { name: /^Answer/ })).toHaveCount(0);
  await test.step("with fields that the interface does not name, and a provisional run", async () => {
    const other = section(page, "Other fields");
    for (const name of ["channel", "company", "legal_name", "progress"])
      await expect(other.getByText(name, { exact: true })).toBeVisible();
    // As a tree: the parts of a branch are inside it.
    await expect(other.locator("dl dl").getByText("legal_name", { exact: true })).toBeVisible();
    const findings = section(page, "Findings");
    await expect(findings).toContainText("Provisional run");
    await expect(findings).toContainText("Provisional: computed while the verification is open.");
    await findings.getByText(/^\d+ earlier runs?$/).click();
    await expect(findings.getByRole("heading", { level: 4 }).first()).toBeVisible();
  });
  await activity.getByLabel("Show").selectOption("Not processed");
  await expect(activity).toContainText("Nothing of this kind has come in.");
  await expect(page).toHaveURL(new RegExp(`${id}$`));
});

test("a reviewer goes from file to file in the order of the list, by button and by key, and Back leads to the list", async ({
  page,
  play,
}) => {
  const tag = newTag();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await play("pending-upload", `${tag}-${name}`)).id);
  await page.goto(`/verifications?q=${tag}&sort=created_at`);
  await page.getByRole("link", { name: `${tag}-a` }).click();
  const pager = page.getByRole("navigation", { name: "The list you came from" });
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(`${tag}-a`);
  await expect(pager).toContainText("1 of 3");
  await expect(pager.getByRole("link", { name: "Previous file" })).toHaveCount(0);

  await test.step("as far as the key was pressed, not only as far as pages have loaded", async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const late = `**/verifications/${ids[1]}?**`;
    await page.route(late, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press("Alt+j");
    await page.keyboard.press("Alt+j");
    await expect(heading).toHaveText(`${tag}-c`);
    go();
    await expect(page).toHaveURL(new RegExp(`/verifications/${ids[2]}$`));
    await expect(heading).toHaveText(`${tag}-c`);
    await expect(pager).toContainText("3 of 3");
    await page.unroute(late);
  });

  await page.keyboard.press("Alt+k");
  await expect(heading).toHaveText(`${tag}-b`);
  await page.keyboard.press("Alt+k");
  await expect(heading).toHaveText(`${tag}-a`);
  await pager.getByRole("link", { name: "Next file" }).click();
  await expect(heading).toHaveText(`${tag}-b`);
  await expect(pager).toContainText("2 of 3");
  await expect(pager.getByRole("link", { name: "Next file" })).toBeFocused();
  // The list from which the reader came survives the change of language.
  await page.getByRole("button", { name: "Cambiar a español" }).click();
  await expect(page.getByRole("navigation", { name: "La lista de la que vienes" })).toContainText("2 de 3");
  await page.goBack();
  await expect(page).toHaveURL(/\/verifications\?q=/);
});

test("no part is cut off at 200 % or on a phone with everything opened, and axe finds no violation there", async ({
  page,
  play,
}) => {
  const { id } = await play("reopened");
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(`/verifications/${id}`);
  const activity = section(page, "Activity");
  await expect(activity.getByRole("listitem").first()).toBeVisible();
  // Before the page is hydrated a press on one of its buttons has no effect.
  await live(page);
  // A hand holds the button down for some time: entries that the scroll brings into view must not move it meanwhile.
  await activity.getByRole("button", { name: "Load older entries" }).click({ delay: 100 });
  await expect(activity.getByRole("button", { name: "Load older entries" })).toBeHidden();
  for (const summary of (await page.locator("article summary").all()).slice(0, 12)) await summary.click();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(await violationsOf(page)).toEqual([]);
});
