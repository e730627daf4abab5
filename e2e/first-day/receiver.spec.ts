import { randomUUID } from "node:crypto";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/first-day.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

// The bad input of the interface, over real HTTP, at the receiver that production runs.
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

test("a delivery is refused in the service's error shape and with a typed reason, and is not stored", async ({
  page,
  deliver,
  sign,
  installation,
}) => {
  await test.step("without a signature, or with a malformed one", async () => {
    const body = created();
    const good = sign(body)["svc-signature"] ?? "";
    const refused: [string, Record<string, string>][] = [
      ["no_header", {}],
      ["bad_header", { "svc-signature": "" }],
      ["bad_header", { "svc-signature": "v1" }],
      ["bad_header", { "svc-signature": good.replace("t=", "t=-") }],
      ["bad_header", { "svc-signature": good.replace("t=", "t=1e") }],
      ["bad_header", { "svc-signature": good.replace(/v1=.*/, "v1=abc") }],
      ["bad_header", { "svc-signature": good.replace(/v1=(.*)/, (_, hex) => `v1=${hex.toUpperCase()}`) }],
      ["bad_header", { "svc-signature": `t=1,${good}` }],
    ];
    for (const [reason, headers] of refused) {
      const answer = await deliver(body, headers);
      expect([answer.status, await answer.json()], JSON.stringify(headers)).toEqual([
        400,
        {
          success: false,
          code: "BAD_REQUEST",
          message: expect.stringMatching(`^${reason}: `),
          timestamp: expect.any(String),
        },
      ]);
    }
    await expect
      .poll(async () => (await (await page.request.get("/api/receiver")).json()).last_refusal?.reason)
      .toBe("bad_header");
  });

  await test.step("with a signature of other bytes, another secret, the future or long ago", async () => {
    const body = created();
    const refused: [string, Record<string, string>][] = [
      ["no_match", sign(`${body} `)],
      ["no_match", sign(body, { secret: "whsec_of_another_webhook" })],
      ["too_new", sign(body, { t: NOW() + HOURS })],
      ["too_old", sign(body, { t: NOW() - 25 * HOURS })],
    ];
    for (const [reason, headers] of refused) {
      const answer = await deliver(body, headers);
      expect([answer.status, (await answer.json()).message]).toEqual([401, expect.stringMatching(`^${reason}: `)]);
    }
  });

  await test.step("larger than 1 MiB, before its hash is computed", async () => {
    const body = created("ver_large", { padding: "x".repeat(1024 * 1024) });
    const answer = await deliver(body, sign(body));
    expect([answer.status, (await answer.json()).message]).toEqual([413, expect.stringMatching(/^too_large: /)]);
  });

  await test.step("to an unknown receiver", async () => {
    const body = created();
    const answer = await deliver(body, sign(body), `${installation.receiverUrl}/hooks/nobody`);
    expect([answer.status, (await answer.json()).message]).toEqual([404, expect.stringMatching(/^unknown_receiver: /)]);
  });

  await test.step("and is not stored", async () => {
    const id = `ver_${randomUUID()}`;
    const body = created(id);
    expect((await deliver(body, sign(body, { secret: "whsec_of_another_webhook" }))).status).toBe(401);
    const known = await page.request.get(`/api/verifications/${id}/events`);
    expect((await known.json()).items).toEqual([]);
  });
});

test("an authentic delivery is never dropped: a repeated one is counted, a late one marked, an unrecognized one answered 2xx and stored", async ({
  page,
  deliver,
  sign,
  applied,
  expectedNoise,
}) => {
  expectedNoise.push(...NOT_FOUND_NOISE);
  const id = `ver_${randomUUID()}`;

  await test.step("signed six hours ago, and repeated", async () => {
    const body = created(id);
    const headers = sign(body, { t: NOW() - 6 * HOURS });
    const answers = [];
    for (let times = 0; times < 3; times += 1) answers.push(await (await deliver(body, headers)).json());
    expect(answers.map(({ result }) => result)).toEqual(["stored", "duplicate", "duplicate"]);
    expect(answers[0]).toMatchObject({ late: true });
    await expect
      .poll(async () => (await (await page.request.get(`/api/verifications/${id}/events`)).json()).items)
      .toMatchObject([{ state: "applied", copies: 3 }]);
  });

  const unknown = "verification.v9.invented";
  const wrongType = "verification_item.v2.completed";
  for (const [what, body] of [
    ["no JSON", `ver ${id} { not json`],
    ["a missing key field", JSON.stringify({ event_name: "verification.v2.created", data: {} })],
    ["an unknown event", JSON.stringify({ event_name: unknown, data: { verification_id: id } })],
    [
      "a wrong type",
      JSON.stringify({ event_name: wrongType, data: { verification_id: id, item_id: "7", completed_at: 5 } }),
    ],
  ] as const) {
    await test.step(what, async () => {
      const answer = await deliver(body, sign(body));
      expect([answer.status, (await answer.json()).result]).toEqual([200, "unrecognized"]);
    });
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

test("the activity stays in place when the form for notes loads after it", async ({
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
  await page.route("**/_next/static/chunks/**", async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes(MESSAGES.en.notes.forCompliance)) await measured.promise;
    await route.fulfill({ response: answer });
  });
  // No other entry may arrive meanwhile.
  await page.route(`**/api/verifications/${id}/read`, () => new Promise(() => undefined));
  await page.goto(`/verifications/${id}`);
  const activity = page.getByRole("region", { name: "Activity" });
  const list = activity.getByRole("list");
  await expect(list).toContainText("Verification created");
  const heading = activity.getByRole("heading", { name: "Activity" });
  const below = async () => ((await list.boundingBox())?.y ?? 0) - ((await heading.boundingBox())?.y ?? 0);
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
