import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/first-day.ts";

// Situations that the sandbox lacks: lost events, and answers that contradict the events.
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type StatusChange = [status: string, previous: string | null, at: number];

const documents = (page: Page) => page.getByRole("region", { name: /^(Document status|Documentación)$/ });
const line = (page: Page) => documents(page).locator("summary").first();
const rows = (page: Page) => documents(page).getByRole("table").getByRole("row");

test.beforeEach(({ connectAsAdmin }) => connectAsAdmin());

/** Events about a file up to these states. */
const eventsOf = (id: string, tag: string, stays: StatusChange[]): string[] => {
  const [first] = stays;
  const base = {
    verification_id: id,
    account_id: "acc_1",
    created_at: new Date(first?.[2] ?? 0).toISOString(),
    status: "pending",
    verification_tag: tag,
  };
  const changes = stays.map(([documents_status, previous_documents_status, at]) => ({
    event_name: "verification.v2.document_status_updated",
    data: { ...base, documents_status, previous_documents_status, updated_at: new Date(at).toISOString() },
  }));
  return [{ event_name: "verification.v2.created", data: base }, ...changes].map((event) => JSON.stringify(event));
};

/** The service's answer about the file. */
const answerOf = (id: string, tag: string, documents_status: string) => ({
  verification_id: id,
  account_id: "acc_1",
  status: "pending",
  tag,
  documents_status,
  findings: { items: [], computed_at: null },
});

test("a reviewer reads the time of the file in each state, its moves back, its first completion, and its current wait in days", async ({
  page,
  deliver,
  sign,
  service,
  applied,
}) => {
  const id = `ver_${randomUUID()}`;
  service.verifications.set(id, answerOf(id, "EXP-STAYS", "partial_upload"));
  const now = Date.now();
  const back = now - 3 * DAY_MS - 5 * 60 * MINUTE_MS;
  const bodies = eventsOf(id, "EXP-STAYS", [
    ["pending_upload", null, back - 60 * MINUTE_MS],
    ["partial_upload", "pending_upload", back - 53 * MINUTE_MS],
    ["pending_external", "partial_upload", back - 32 * MINUTE_MS],
    ["full_upload", "pending_external", back - 30 * MINUTE_MS],
    ["partial_upload", "full_upload", back],
  ]);
  // In any order, and twice.
  for (const body of [...bodies.toReversed(), ...bodies]) {
    expect((await deliver(body, sign(body))).status).toBe(200);
  }
  await applied(id, bodies.length);
  await page.goto(`/verifications/${id}`);
  await line(page).click();
  await expect(rows(page)).toHaveCount(6);
  for (const [index, texts] of [
    [1, ["Pending upload", "7 min"]],
    [2, ["Partly uploaded", "21 min"]],
    [3, ["External steps pending", "2 min"]],
    [4, ["Complete", "30 min"]],
    [5, ["Partly uploaded", "moved back", "3 days 5 hr", "so far"]],
  ] as const) {
    for (const text of texts) await expect(rows(page).nth(index)).toContainText(text);
  }
  await expect(documents(page).getByText("moved back")).not.toHaveCount(0);
  await expect(line(page)).toContainText(/since .+ · waiting for 3 days 5 hr · first complete after 30 min/);
  await expect(documents(page)).not.toContainText("an event is missing");

  await page.getByRole("button", { name: "Cambiar a español" }).click();
  await expect(line(page)).toContainText(/lleva 3 días 5 h en espera · completo por primera vez tras 30 min/);
  await expect(rows(page).nth(5)).toContainText("retrocedió");
});

test("a reviewer of a new file reads the same number of seconds everywhere", async ({
  page,
  deliver,
  sign,
  service,
  applied,
}) => {
  const id = `ver_${randomUUID()}`;
  service.verifications.set(id, answerOf(id, "EXP-NEW", "pending_upload"));
  for (const body of eventsOf(id, "EXP-NEW", [["pending_upload", null, Date.now() - 5_000]])) {
    expect((await deliver(body, sign(body))).status).toBe(200);
  }
  await applied(id, 2);
  await page.goto(`/verifications/${id}`);
  await line(page).click();
  await expect(rows(page)).toHaveCount(2);
  const waiting = async () => {
    // All times of one rendering.
    const text = (await documents(page).textContent()) ?? "";
    const seconds = [/waiting for (\d+) sec/, /(\d+) sec\s*so far/].map((words) => Number(words.exec(text)?.[1]));
    expect(seconds[0], text).toBe(seconds[1]);
    return seconds[0] ?? Number.NaN;
  };
  const first = await waiting();
  expect(first).toBeGreaterThanOrEqual(5);
  await expect.poll(waiting).toBeGreaterThan(first + 2);
});

test("a reviewer sees a missing event, and distinguishes events from facts of a read, which count after a second read agrees", async ({
  page,
  context,
  deliver,
  sign,
  service,
  applied,
}) => {
  const play = async (id: string, tag: string, stays: StatusChange[]) => {
    const bodies = eventsOf(id, tag, stays);
    for (const body of bodies) expect((await deliver(body, sign(body))).status).toBe(200);
    await applied(id, bodies.length);
  };
  const now = Date.now();
  const read = `ver_${randomUUID()}`;
  await play(read, "EXP-READ", [["pending_upload", null, now - 60 * MINUTE_MS]]);
  service.verifications.set(read, answerOf(read, "EXP-READ", "partial_upload"));

  await test.step("a fact of a single read is mentioned, and not drawn", async () => {
    // Two reads that must agree are thirty seconds apart on the service's clock (design §4): a lagging copy must not draw
    // anything.
    service.setClock(-MINUTE_MS);
    await page.goto(`/verifications/${read}`);
    await line(page).click();
    await expect(documents(page)).toContainText("The service's last answer says “Partly uploaded”.");
    service.setClock(0);
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step("an event of another file is lost meanwhile", async () => {
    const gap = `ver_${randomUUID()}`;
    service.verifications.set(gap, answerOf(gap, "EXP-GAP", "full_upload"));
    await play(gap, "EXP-GAP", [
      ["pending_upload", null, now - 3 * 60 * MINUTE_MS],
      // The event about `pending_external` never arrived.
      ["full_upload", "pending_external", now - 60 * MINUTE_MS],
    ]);
    const other = await context.newPage();
    await other.goto(`/verifications/${gap}`);
    await expect(line(other)).toContainText("an event is missing");
    await line(other).click();
    await expect(rows(other)).toHaveCount(4);
    await expect(rows(other).nth(1)).toContainText("Pending upload");
    await expect(rows(other).nth(2)).toHaveText(/^At least one event is missing here/);
    await expect(rows(other).nth(3)).toContainText("Complete");
    await other.close();
  });

  await test.step("a second read agrees", async () => {
    // For ten seconds one read serves all.
    await expect(async () => {
      await page.getByRole("button", { name: "Update from the service" }).click();
      await expect(rows(page)).toHaveCount(4, { timeout: 2_000 });
    }).toPass();
    await expect(rows(page).nth(2)).toHaveText(/^At least one event is missing here: a refresh found a change/);
    await expect(rows(page).nth(3)).toContainText("Partly uploaded");
    await expect(rows(page).nth(3)).toContainText("found on refresh");
  });
});
