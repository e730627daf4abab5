import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { BROKEN, pressIfShown } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/first-day.ts";

const now = () => Math.floor(Date.now() / 1000);
const newId = () => `ver_${randomUUID()}`;
const tagOf = (verification_id: string) => `TAG-${verification_id.slice(-8)}`;
const created = (verification_id: string) =>
  JSON.stringify({
    event_name: "verification.v2.created",
    data: {
      verification_id,
      account_id: "acc_1",
      created_at: new Date().toISOString(),
      status: "pending",
      verification_tag: tagOf(verification_id),
    },
  });
const CREATED = "Verification created";

/** Before each test an admin has connected the webhook. */
test.beforeEach(async ({ page, connectAsAdmin }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await connectAsAdmin();
});

const rowOf = (page: Page, id: string) =>
  page
    .getByRole("table")
    .getByRole("row")
    .filter({ hasText: tagOf(id) });

test("an administrator moves through the list while deliveries arrive, and finds one by its id or its outcome with its payload and its changes", async ({
  page,
  deliver,
  sign,
}) => {
  const comesIn = async () => {
    const id = newId();
    const body = created(id);
    await deliver(body, sign(body));
    return id;
  };
  for (let count = 0; count < 2; count += 1) await comesIn();
  await page.goto("/deliveries");
  await expect(page.getByText(/The service sends no event id/)).toBeVisible();
  await expect(page.getByText(/Deliveries to your other systems cannot be seen from here/)).toBeVisible();
  const rows = page.getByRole("table").getByRole("row");
  const show = page.getByRole("button", { name: /^\d+ (added|updated) — show$/ });

  await test.step("no row moves under the pointer", async () => {
    await rows.nth(1).hover();
    // The row's text may still change while the delivery is applied; its address may not.
    const addressOfTop = () => rows.nth(1).getByRole("link").first().getAttribute("href");
    const top = await addressOfTop();
    const id = await comesIn();
    await expect(show).toBeVisible();
    expect(await addressOfTop()).toBe(top);
    await show.click();
    await expect(rowOf(page, id).first()).toBeVisible();
  });

  await test.step("waiting deliveries are shown by keyboard, and the focus continues there", async () => {
    await rows.nth(1).getByRole("link").first().focus();
    const id = await comesIn();
    await expect(show).toBeVisible();
    await show.focus();
    await page.keyboard.press("Enter");
    await expect(show).toBeHidden();
    await expect(rowOf(page, id).first()).toBeVisible();
    await expect(rows.nth(1).getByRole("link").first()).toBeFocused();
  });

  await test.step("j, k and the arrows move between rows, Enter opens a row", async () => {
    const links = page.getByRole("table").getByRole("link", { name: CREATED });
    await expect(links.nth(2)).toBeVisible();
    await links.nth(0).focus();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await expect(links.nth(2)).toBeFocused();
    await page.keyboard.press("k");
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/deliveries\/\d+$/);
    await page.goBack();
    await expect(page).toHaveURL("/deliveries");
  });

  await test.step("found by its id, a delivery shows its payload and its changes, and Back returns to the search", async () => {
    const id = newId();
    const body = created(id);
    const old = sign(body, { t: now() - 600 });
    for (let copy = 0; copy < 2; copy += 1) expect((await deliver(body, old)).status).toBe(200);
    await page.mouse.move(700, 5);
    const field = page.getByRole("textbox", { name: "Find by id" });
    await field.fill(id);
    await expect(page).toHaveURL(`/deliveries?id=${id}`);
    const found = rowOf(page, id);
    for (const said of [CREATED, "Applied", "late", "received 2 times"]) await expect(found).toContainText(said);
    await found.getByRole("link", { name: CREATED }).press("Enter");
    await expect(page.getByRole("heading", { name: CREATED, level: 1 })).toBeVisible();
    await expect(page.getByRole("region", { name: "Payload as it was sent" }).last()).toContainText(id);
    await expect(page.getByRole("region", { name: "What it changed" })).toContainText(/what the dashboard shows now/);
    await page.goBack();
    await expect(page).toHaveURL(`/deliveries?id=${id}`);
    await expect(found).toBeVisible();
    await field.fill("");
    await expect(page).toHaveURL("/deliveries");
  });

  await test.step("an unrecognized delivery arrives under its outcome, and keeps its keys in order", async () => {
    await page.getByRole("button", { name: /^Outcome/ }).click();
    await expect(page.getByRole("checkbox").first()).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await page.getByRole("checkbox", { name: "Not understood" }).check();
    await expect(page).toHaveURL("/deliveries?outcome=unrecognized");
    await page.keyboard.press("Escape");
    await page.mouse.move(700, 5);
    const name = `verification.v3.dreamt_${randomUUID().slice(0, 8)}`;
    const data = { zebra: 1, alpha: 12345678901234567890n.toString(), verification_id: newId() };
    const body = JSON.stringify({ event_name: name, data });
    expect((await deliver(body, sign(body, { t: now() - 900 }))).status).toBe(200);
    await page.getByRole("link", { name }).first().click();
    await expect(
      page.getByRole("heading", { name: "This delivery is authentic but could not be understood" }),
    ).toBeVisible();
    const payload = page.getByRole("region", { name: "Payload as it was sent" }).last();
    await expect(payload).toContainText(/zebra[\s\S]*alpha[\s\S]*verification_id/);
    await expectAccessibleAtBothWidths(page);
  });
});

test("a filter without matches shows a message, a CURP gets into no address, and a failed load can be repeated", async ({
  page,
  deliver,
  sign,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 503/);
  const id = newId();
  const body = created(id);
  await deliver(body, sign(body));
  await page.goto("/deliveries?id=BADD110313HCMLNS09&event=nothing.like.this");
  await expect(page).toHaveURL("/deliveries?event=nothing.like.this");
  await expect(page.getByText("No delivery matches these filters")).toBeVisible();
  const field = page.getByRole("textbox", { name: "Find by id" });
  await field.fill("BADD110313HCMLNS09");
  await expect(page.getByText(/looks like a CURP/)).toBeVisible();
  await expect(page).toHaveURL("/deliveries?event=nothing.like.this");
  await field.fill("");
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(page).toHaveURL("/deliveries");
  await expect(rowOf(page, id)).toBeVisible();

  await test.step("the list fails to load, and is retried", async () => {
    const failed = page.getByText("The deliveries could not be loaded");
    await page.route(/\/api\/deliveries\?/, (route) => route.fulfill(BROKEN));
    await page.getByRole("button", { name: /^Event/ }).click();
    await page.getByRole("checkbox", { name: /verification.v2.finished/ }).check();
    await expect(failed).toBeVisible();
    await page.unroute(/\/api\/deliveries\?/);
    await pressIfShown(page.getByRole("button", { name: "Try again" }));
    await expect(failed).toBeHidden();
  });

  for (const path of ["/deliveries/424242", "/deliveries/nonsense"]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

test("a refusal is listed with its reason, is a cause on the checklist, and leads to the checker, which names the cause of a mismatch", async ({
  page,
  deliver,
  sign,
  service,
}) => {
  const noMatch = "Signature does not match";
  // Its size distinguishes it from other specs' refusals.
  const body = `${created(newId())}${" ".repeat(4_321)}`;
  const bytes = Buffer.byteLength(body).toLocaleString("en");
  const signed = sign(body, { secret: "of another webhook" });
  const header = signed["svc-signature"] ?? "";
  expect((await deliver(body, signed)).status).toBe(401);
  await page.goto("/deliveries/missing");
  const refused = page.getByRole("listitem").filter({ hasText: `${bytes} bytes` });

  await test.step("the checklist names it as a cause", async () => {
    const cause = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: noMatch }) });
    await expect(cause).toContainText("Look here");
    await expect(page.getByText("Not the cause").first()).toBeVisible();
    await expect(page.getByText(/gives up at/)).toBeVisible();
    await expect(page.getByText("35.170.236.123")).toBeVisible();
    for (const name of ["receiver.mjs", "receiver.py"]) await page.locator("summary").filter({ hasText: name }).click();
    await expect(page.getByText("hmac.compare_digest")).toBeVisible();
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("the list has its reason", async () => {
    await page.getByRole("link", { name: "Refusals", exact: true }).click();
    await expect(refused).toContainText(noMatch);
    await expect(refused).toContainText("127.0.0.1");
    await expectAccessibleAtBothWidths(page);
  });

  const field = page.getByLabel("Header Svc-Signature");
  const secretField = page.getByLabel("Webhook secret", { exact: true });
  const check = async (given: { header: string; body: string; secret: string }) => {
    await field.fill(given.header);
    await page.getByLabel("Raw body").fill(given.body);
    await secretField.fill(given.secret);
    await page.getByRole("button", { name: "Check signature", exact: true }).click();
  };
  const sent: string[] = [];

  await test.step("the checker has its facts, and states whether the pasted delivery is the refused one", async () => {
    await refused.getByRole("link", { name: /^Check its signature/ }).click();
    await expect(page).toHaveURL(/\/deliveries\/signature\?refusal=\d+$/);
    const facts = page.getByRole("region", { name: "The refused delivery" });
    await expect(facts).toContainText(noMatch);
    await expect(facts).toContainText(`${bytes} bytes`);
    await expect(field).toHaveValue(`${header.split(",")[0]},v1=`);
    await expectAccessibleAtBothWidths(page);
    page.on("request", (request) => request.method() !== "GET" && sent.push(request.postData() ?? ""));
    await check({ header, body, secret: "of another webhook" });
    await expect(page.getByText("This is the body that was refused, byte for byte.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Valid", exact: true })).toBeVisible();
    await check({ header: header.replace(/^t=\d+/, "t=1"), body: `${body} `, secret: "of another webhook" });
    await expect(page.getByText(new RegExp(`That one has ${bytes} bytes, this one \\d,`))).toBeVisible();
    await expect(page.getByText(/The header’s time differs from the refused one/)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("any delivery can be checked, and no request is sent until its button is pressed", async () => {
    await check({ header: "", body: "", secret: "a secret" });
    await expect(page.getByText("No time in the header")).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    const other = created(newId());
    const ours = sign(other)["svc-signature"] ?? "";
    await check({ header: ours, body: other, secret: service.secret });
    await expect(page.getByRole("heading", { name: "Valid", exact: true })).toBeVisible();
    const parsed = JSON.stringify(JSON.parse(other), null, 2);
    await check({ header: ours, body: parsed, secret: `${service.secret} ` });
    await expect(page.getByText("White space around the secret")).toBeVisible();
    await expect(page.getByText("The body was parsed and written again")).toBeVisible();
    await check({ header: ours, body: other, secret: "whsec_of_my_own_webhook" });
    await expect(page.getByRole("heading", { name: "The signature does not match", exact: true })).toBeVisible();
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: "Send header and body" }).click();
    await expect(page.getByText(/The signature matches a secret of this dashboard/)).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toContain("whsec_of_my_own_webhook");
  });
});

test("an administrator retries all matches, after seeing their number", async ({ page, deliver, sign }) => {
  const body = created(newId());
  await deliver(body, sign(body));
  // A failed delivery cannot be caused from outside: the first answers are stubs, and the requests are recorded.
  let failed = 12;
  await page.route(/\/api\/deliveries\/retry/, async (route) => {
    const count = failed;
    if (route.request().method() === "POST") failed = 0;
    await route.fulfill({ json: { count } });
  });
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).search));
  await page.goto("/deliveries?event=verification.v2.created");
  await expect(page.getByRole("button", { name: "Retry all deliveries…" })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: "Retry all deliveries…" }).click();
  await expect(page.getByText("Apply 12 deliveries again?")).toBeVisible();
  expect(failed).toBe(12);
  await expect(page.getByRole("button", { name: "Retry 12 deliveries" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("12 deliveries are being applied again.")).toBeVisible();
  expect(sent).toEqual(["?event=verification.v2.created"]);
});
