import { randomUUID } from "node:crypto";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/first-day.ts";

// Refused, repeated and unreadable deliveries: `lib/receiver/receiver.db.test.ts`.
const NOW = () => Math.floor(Date.now() / 1000);
const HOURS = 3600;

const created = (verification_id = `ver_${randomUUID()}`, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    event_name: "verification.v2.created",
    data: {
      verification_id,
      account_id: "acc_1",
      account_name: "Maderas del Sur",
      created_at: new Date().toISOString(),
      status: "pending",
      verification_tag: "EXP-1",
      ...more,
    },
  });

test.beforeEach(async ({ connectAsAdmin, service }) => {
  await connectAsAdmin();
  expect(service.webhooks).toHaveLength(1);
});

test("the file shows a late delivery as late, and unrecognized ones with their payload", async ({
  page,
  deliver,
  sign,
  applied,
  expectedNoise,
}) => {
  expectedNoise.push(...NOT_FOUND_NOISE);
  const id = `ver_${randomUUID()}`;

  const late = created(id);
  expect(await (await deliver(late, sign(late, { t: NOW() - 6 * HOURS }))).json()).toMatchObject({ late: true });
  const unknown = "verification.v9.invented";
  const wrongType = "verification_item.v2.completed";
  for (const body of [
    JSON.stringify({ event_name: unknown, data: { verification_id: id } }),
    JSON.stringify({ event_name: wrongType, data: { verification_id: id, item_id: "7", completed_at: 5 } }),
  ]) {
    expect(await (await deliver(body, sign(body))).json()).toMatchObject({ result: "unrecognized" });
  }

  await test.step("the file shows those that name it", async () => {
    await applied(id);
    await page.goto(`/verifications/${id}`);
    const entries = page.getByRole("region", { name: "Activity" }).getByRole("listitem");
    await expect(entries.filter({ hasText: "late" })).toHaveCount(1);
    const unread = entries.filter({ hasText: "not processed" });
    await expect(unread).toHaveCount(2);
    for (const entry of await unread.all()) {
      await entry.locator("summary").click();
      await expect(entry).toContainText("The delivery is authentic but could not be understood.");
      await expect(entry.getByRole("region", { name: "Payload as it was sent" })).toContainText(id);
      await expect(entry.locator(".text-failed")).not.toBeEmpty();
    }
    for (const name of [unknown, wrongType]) await expect(unread.filter({ hasText: name })).toHaveCount(1);
  });
});

test("an opened entry of the activity stays open while the file is read and more entries arrive", async ({
  page,
  deliver,
  sign,
  applied,
  service,
}) => {
  const id = `ver_${randomUUID()}`;
  const has = (status: string) =>
    service.verifications.set(id, { verification_id: id, account_id: "acc_1", status, tag: "EXP-1" });
  has("pending");
  const known = created(id);
  expect((await deliver(known, sign(known))).status).toBe(200);
  await applied(id);
  const opened = Promise.withResolvers<void>();
  await page.route(`**/api/verifications/${id}/read`, async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.goto(`/verifications/${id}`);
  const activity = page.getByRole("region", { name: "Activity" });
  const entry = activity.getByRole("listitem").filter({ hasText: "Verification created" });
  await entry.locator("summary").click();
  await expect(entry.getByRole("region", { name: "Payload as it was sent" })).toContainText(id);
  const details = await entry.locator("details").elementHandle();
  has("pending_validation");
  const read = page.waitForResponse(`**/api/verifications/${id}/read`);
  opened.resolve();
  await read;
  await expect(activity).toContainText("Refreshed from the service");
  const more = JSON.stringify({ event_name: "verification.v9.invented", data: { verification_id: id } });
  expect((await deliver(more, sign(more))).status).toBe(200);
  await expect(activity).toContainText("not processed");
  await expect(entry.getByRole("region", { name: "Payload as it was sent" })).toBeVisible();
  expect(await details?.evaluate((element) => element.isConnected)).toBe(true);
});

test("the activity stays in place when the form for notes replaces its placeholder", async ({
  page,
  deliver,
  sign,
  applied,
  service,
}) => {
  const id = `ver_${randomUUID()}`;
  service.verifications.set(id, { verification_id: id, account_id: "acc_1", status: "pending", tag: "EXP-1" });
  const known = created(id);
  expect((await deliver(known, sign(known))).status).toBe(200);
  await applied(id);
  const measured = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await measured.promise;
    await route.continue();
  });
  await page.route(`**/api/verifications/${id}/{read,events*}`, () => new Promise(() => undefined));
  await page.goto(`/verifications/${id}`, { waitUntil: "commit" });
  const activity = page.getByRole("region", { name: "Activity" });
  const heading = activity.getByRole("heading", { name: "Activity" });
  const next = activity.getByText("Loading the activity");
  const below = async () => ((await next.boundingBox())?.y ?? 0) - ((await heading.boundingBox())?.y ?? 0);
  await expect.poll(below).toBeGreaterThan(0);
  await expect(activity.getByRole("textbox")).toHaveCount(0);
  const before = await below();
  measured.resolve();
  await expect(activity.getByRole("textbox")).toBeVisible();
  expect(await below()).toBe(before);
});

test("an id without an event is read from the service; unknown to it too, it is not found, with 404 and a link to the list", async ({
  page,
  service,
  expectedNoise,
}) => {
  expectedNoise.push(...NOT_FOUND_NOISE);
  const [id, unknown] = [`ver_${randomUUID()}`, `ver_${randomUUID()}`];
  service.verifications.set(id, {
    verification_id: id,
    account_id: "acc_1",
    created_at: "2026-10-01T08:00:00Z",
    status: "pending_validation",
    tag: "EXP-READ",
    documents_status: "partial_upload",
    findings: { items: [{ severity: "high", message: "Falta el poder." }], computed_at: null },
    branch: { city: "Mérida" },
  });
  await page.goto(`/verifications/${unknown}`);
  await expect(page.getByRole("heading", { name: "No such verification" })).toBeVisible();
  expect((await page.request.get(`/api/verifications/${unknown}`)).status()).toBe(404);
  await page.getByRole("link", { name: "All verifications" }).click();
  await expect(page).toHaveURL("/verifications");

  await page.goto(`/verifications/${id}`);
  await expect(page.getByRole("heading", { name: "EXP-READ", level: 1 })).toBeVisible();
  await expect(page.getByText("Pending validation", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Findings" })).toContainText("Found on refresh");
  await expect(page.getByRole("region", { name: "Other fields" })).toContainText("Mérida");
  await expect(page.getByRole("region", { name: "Activity" })).toContainText("Refreshed from the service");
});
