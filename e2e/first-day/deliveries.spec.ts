import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
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

/* The list in its states, its filters and the retry: `components/core/deliveries/deliveries-view.browser.test.tsx`. */

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

test("an administrator sees a delivery arrive, and finds one by its id or its outcome with its payload and its changes", async ({
  page,
  deliver,
  sign,
}) => {
  await page.goto("/deliveries");
  await expect(page.getByText(/The service sends no event id/)).toBeVisible();
  await test.step("a delivery arrives without a reload", async () => {
    const id = newId();
    const body = created(id);
    await deliver(body, sign(body));
    await expect(rowOf(page, id).first()).toBeVisible();
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

  for (const path of ["/deliveries/424242", "/deliveries/nonsense"]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

/* The checker itself: `components/core/signature-check/signature-check-view.browser.test.tsx`. */
test("a refusal is listed with its reason, is a cause on the checklist, and leads to the checker", async ({
  page,
  deliver,
  sign,
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

  await test.step("the checker has its facts, and recognizes the pasted delivery", async () => {
    await refused.getByRole("link", { name: /^Check its signature/ }).click();
    await expect(page).toHaveURL(/\/deliveries\/signature\?refusal=\d+$/);
    const facts = page.getByRole("region", { name: "The refused delivery" });
    await expect(facts).toContainText(noMatch);
    await expect(facts).toContainText(`${bytes} bytes`);
    await expect(field).toHaveValue(`${header.split(",")[0]},v1=`);
    await expectAccessibleAtBothWidths(page);
    await field.fill(header);
    await page.getByLabel("Raw body").fill(body);
    await page.getByLabel("Webhook secret", { exact: true }).fill("of another webhook");
    await page.getByRole("button", { name: "Check signature", exact: true }).click();
    await expect(page.getByText("This is the body that was refused, byte for byte.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Valid", exact: true })).toBeVisible();
  });
});
