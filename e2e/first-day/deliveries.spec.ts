import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { BROKEN, pressIfStill } from "#e2e/support/failures.ts";
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

/** The first day has its webhook when an admin has it connected. */
test.beforeEach(async ({ page, connectAsAdmin }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await connectAsAdmin();
});

const rowOf = (page: Page, id: string) =>
  page
    .getByRole("table")
    .getByRole("row")
    .filter({ hasText: tagOf(id) });

test("an administrator finds a delivery, sees its payload and its changes, and returns", async ({
  page,
  deliver,
  sign,
}) => {
  const id = newId();
  const body = created(id);
  const old = sign(body, { t: now() - 600 });
  for (let copy = 0; copy < 2; copy += 1) expect((await deliver(body, old)).status).toBe(200);
  await page.goto("/deliveries");
  await expect(page.getByText(/The service sends no event id/)).toBeVisible();
  await expect(page.getByText(/Deliveries to your other systems cannot be seen from here/)).toBeVisible();
  await page.getByRole("textbox", { name: "Find by id" }).fill(id);
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
});

test("an unrecognized delivery is found by its outcome, arrives live, and keeps its keys in order", async ({
  page,
  deliver,
  sign,
}) => {
  await page.goto("/deliveries");
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
    await pressIfStill(page.getByRole("button", { name: "Try again" }));
    await expect(failed).toBeHidden();
  });

  for (const path of ["/deliveries/424242", "/deliveries/nonsense"]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

test("a refusal is listed with its reason, and is a cause on the checklist", async ({ page, deliver, sign }) => {
  const noMatch = "Signature does not match";
  const body = created(newId());
  expect((await deliver(body, sign(body, { secret: "of another webhook" }))).status).toBe(401);
  await page.goto("/deliveries");
  await page.getByRole("link", { name: "Refusals", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: noMatch }).first()).toContainText("127.0.0.1");
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("link", { name: "Missing deliveries", exact: true }).click();
  const cause = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: noMatch }) });
  await expect(cause).toContainText("Look here");
  await expect(page.getByText("Not the cause").first()).toBeVisible();
  await expect(page.getByText(/gives up at/)).toBeVisible();
  await expect(page.getByText("35.170.236.123")).toBeVisible();
  for (const name of ["receiver.mjs", "receiver.py"]) await page.locator("summary").filter({ hasText: name }).click();
  await expect(page.getByText("hmac.compare_digest")).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test("a refused delivery leads to the checker, which has its facts and states whether the pasted delivery is the refused one", async ({
  page,
  deliver,
  sign,
}) => {
  // Its size distinguishes it from other specs' refusals.
  const body = `${created(newId())}${" ".repeat(4_321)}`;
  const bytes = Buffer.byteLength(body).toLocaleString("en");
  const signed = sign(body, { secret: "of another webhook" });
  const header = signed["svc-signature"] ?? "";
  expect((await deliver(body, signed)).status).toBe(401);
  await page.goto("/deliveries/refusals");
  const refused = page.getByRole("listitem").filter({ hasText: `${bytes} bytes` });
  await refused.getByRole("link", { name: /^Check its signature/ }).click();
  await expect(page).toHaveURL(/\/deliveries\/signature\?refusal=\d+$/);
  const facts = page.getByRole("region", { name: "The refused delivery" });
  await expect(facts).toContainText("Signature does not match");
  await expect(facts).toContainText(`${bytes} bytes`);
  const field = page.getByLabel("Header Svc-Signature");
  await expect(field).toHaveValue(`${header.split(",")[0]},v1=`);
  await expectAccessibleAtBothWidths(page);
  const check = async (given: { header: string; body: string }) => {
    await field.fill(given.header);
    await page.getByLabel("Raw body").fill(given.body);
    await page.getByLabel("Webhook secret", { exact: true }).fill("of another webhook");
    await page.getByRole("button", { name: "Check signature", exact: true }).click();
  };
  await check({ header, body });
  await expect(page.getByText("This is the body that was refused, byte for byte.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Valid", exact: true })).toBeVisible();
  await check({ header: header.replace(/^t=\d+/, "t=1"), body: `${body} ` });
  await expect(page.getByText(new RegExp(`That one has ${bytes} bytes, this one \\d,`))).toBeVisible();
  await expect(page.getByText(/The header’s time differs from the refused one/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test("the signature checker names the cause of a mismatch, and sends no request until its button is pressed", async ({
  page,
  sign,
  service,
}) => {
  const body = created(newId());
  const header = sign(body)["svc-signature"] ?? "";
  await page.goto("/deliveries/signature");
  const check = page.getByRole("button", { name: "Check signature", exact: true });
  const secretField = page.getByLabel("Webhook secret", { exact: true });
  await secretField.fill("a secret");
  await check.click();
  await expect(page.getByText("No time in the header")).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.postData() ?? ""));
  const fill = async (given: { body: string; secret: string }) => {
    await page.getByLabel("Header Svc-Signature").fill(header);
    await page.getByLabel("Raw body").fill(given.body);
    await secretField.fill(given.secret);
    await check.click();
  };
  await fill({ body, secret: service.secret });
  await expect(page.getByRole("heading", { name: "Valid", exact: true })).toBeVisible();
  await fill({ body: JSON.stringify(JSON.parse(body), null, 2), secret: `${service.secret} ` });
  await expect(page.getByText("White space around the secret")).toBeVisible();
  await expect(page.getByText("The body was parsed and written again")).toBeVisible();
  await fill({ body, secret: "whsec_of_my_own_webhook" });
  await expect(page.getByRole("heading", { name: "The signature does not match", exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Send header and body" }).click();
  await expect(page.getByText(/The signature matches a secret of this dashboard/)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toContain("whsec_of_my_own_webhook");
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

test("an administrator sees the number of new deliveries while reading, shows them by mouse or keyboard, and moves through the list by keyboard", async ({
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
  await comesIn();
  await page.goto("/deliveries");
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
  });
});
