import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { faultsInBothThemes } from "./support/axe.ts";
import { ADMIN, expect, NOT_FOUND_NOISE, test } from "./support/first-day.ts";
import { BROKEN, pressIfStill } from "./support/trouble.ts";

test.use({ admin: ADMIN });

const now = () => Math.floor(Date.now() / 1000);
const created = (verification_id: string) =>
  JSON.stringify({
    event_name: "verification.v2.created",
    data: {
      verification_id,
      account_id: "acc_1",
      created_at: new Date().toISOString(),
      status: "pending",
      verification_tag: `TAG-${verification_id.slice(-4)}`,
    },
  });
const strange = (verification_id: string) =>
  JSON.stringify({
    event_name: "verification.v3.dreamt",
    data: { zebra: 1, alpha: 12345678901234567890n.toString(), verification_id },
  });

const LANGUAGES = [
  {
    locale: "en-US",
    name: "Deliveries",
    table: "Deliveries, last received first",
    find: "Find by id",
    created: "Verification created",
    applied: "Applied",
    unrecognized: "Not understood",
    late: "late",
    twice: "received 2 times",
    outcome: /^Outcome/,
    chips: "Applied filters",
    payload: "Payload as it was sent",
    changed: "What it changed",
    current: /what the dashboard shows now/,
    back: "All deliveries",
    nothing: "No delivery passes these filters",
    clear: "Clear all filters",
    refusals: "Refusals",
    noMatch: "Signature does not match",
    bench: "Signature bench",
    header: "Header Svc-Signature",
    body: "Raw body",
    secret: "Webhook secret",
    check: "Check",
    valid: "Valid",
    space: "White space around the secret",
    parsed: "The body was parsed and written again",
    noVerdict: "It does not match",
    ask: "Send header and body, and try",
    matches: /It matches a secret of this dashboard/,
    missing: "Missing deliveries",
    notTheCause: "Not the cause",
    lookHere: "Look here",
    givesUp: /gives up at/,
    curp: /looks like a CURP/,
  },
  {
    locale: "es-MX",
    name: "Entregas",
    table: "Entregas, la última recibida primero",
    find: "Buscar por id",
    created: "Verificación creada",
    applied: "Aplicada",
    unrecognized: "No reconocida",
    late: "tardía",
    twice: "recibida 2 veces",
    outcome: /^Resultado/,
    chips: "Filtros aplicados",
    payload: "Contenido tal como se envió",
    changed: "Qué cambió",
    current: /es lo que el panel muestra ahora/,
    back: "Todas las entregas",
    nothing: "Ninguna entrega pasa estos filtros",
    clear: "Quitar todos los filtros",
    refusals: "Rechazos",
    noMatch: "La firma no coincide",
    bench: "Banco de firmas",
    header: "Encabezado Svc-Signature",
    body: "Cuerpo sin procesar",
    secret: "Secreto del webhook",
    check: "Revisar",
    valid: "Válida",
    space: "Espacios alrededor del secreto",
    parsed: "El cuerpo se interpretó y se escribió de nuevo",
    noVerdict: "No coincide",
    ask: "Enviar encabezado y cuerpo, y probar",
    matches: /Coincide con un secreto del propio webhook/,
    missing: "Entregas faltantes",
    notTheCause: "No es la causa",
    lookHere: "Revisa aquí",
    givesUp: /se abandona el/,
    curp: /Parece una CURP/,
  },
] as const;

/** The first day has its webhook when an admin has it connected. */
test.beforeEach(async ({ page, signInAsAdmin, installation }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin();
  const connected = await page.request.post("/api/receiver", { headers: { origin: installation.origin } });
  expect(connected.ok()).toBe(true);
});

const row = (page: Page, words: (typeof LANGUAGES)[number], tag: string) =>
  page.getByRole("table", { name: words.table }).getByRole("row").filter({ hasText: tag });

for (const words of LANGUAGES) {
  test.describe(`in ${words.locale}`, () => {
    test.use({ locale: words.locale });

    test("one finds a delivery, sees what was sent and what it changed, and comes back", async ({
      page,
      deliver,
      sign,
    }) => {
      const id = `ver_${randomUUID()}`;
      const body = created(id);
      const old = sign(body, { t: now() - 600 });
      for (let copy = 0; copy < 2; copy += 1) expect((await deliver(body, old)).status).toBe(200);
      await page.goto("/deliveries");
      await page.getByRole("textbox", { name: words.find }).fill(id);
      await expect(page).toHaveURL(`/deliveries?id=${id}`);
      const found = row(page, words, `TAG-${id.slice(-4)}`);
      await expect(found).toContainText(words.created);
      await expect(found).toContainText(words.applied);
      await expect(found).toContainText(words.late);
      await expect(found).toContainText(words.twice);
      await found.getByRole("link", { name: words.created }).press("Enter");
      await expect(page.getByRole("heading", { name: words.created, level: 1 })).toBeVisible();
      await expect(page.getByRole("region", { name: words.payload }).last()).toContainText(id);
      await expect(page.getByRole("region", { name: words.changed })).toContainText(words.current);
      await page.goBack();
      await expect(page).toHaveURL(`/deliveries?id=${id}`);
      await expect(found).toBeVisible();
    });

    test("what nobody understands is found by its outcome, comes in live, and keeps its keys in order", async ({
      page,
      deliver,
      sign,
    }) => {
      await page.goto("/deliveries");
      await page.getByRole("button", { name: words.outcome }).click();
      await page.getByRole("checkbox", { name: words.unrecognized }).check();
      await expect(page).toHaveURL("/deliveries?outcome=unrecognized");
      await page.keyboard.press("Escape");
      await page.mouse.move(700, 5);
      const id = `ver_${randomUUID()}`;
      const body = strange(id);
      expect((await deliver(body, sign(body))).status).toBe(200);
      const found = page.getByRole("link", { name: "verification.v3.dreamt" }).first();
      await expect(found).toBeVisible();
      await found.click();
      const payload = page.getByRole("region", { name: words.payload }).last();
      await expect(payload).toContainText(/zebra[\s\S]*alpha[\s\S]*verification_id/);
    });

    test("a filter that nothing passes says so, and a CURP gets into no address", async ({ page, deliver, sign }) => {
      const body = created(`ver_${randomUUID()}`);
      await deliver(body, sign(body));
      await page.goto("/deliveries?id=BADD110313HCMLNS09&event=nothing.like.this");
      await expect(page).toHaveURL("/deliveries?event=nothing.like.this");
      await expect(page.getByText(words.nothing)).toBeVisible();
      await page.getByRole("textbox", { name: words.find }).fill("BADD110313HCMLNS09");
      await expect(page.getByText(words.curp)).toBeVisible();
      await expect(page).toHaveURL("/deliveries?event=nothing.like.this");
      await page.getByRole("textbox", { name: words.find }).fill("");
      await page.getByRole("button", { name: words.clear }).click();
      await expect(page).toHaveURL("/deliveries");
      await expect(page.getByRole("table", { name: words.table })).toBeVisible();
    });

    test("a refusal is listed with its reason, and is a cause on the checklist", async ({ page, deliver, sign }) => {
      const body = created(`ver_${randomUUID()}`);
      expect((await deliver(body, sign(body, { secret: "of another webhook" }))).status).toBe(401);
      await page.goto("/deliveries");
      await page.getByRole("link", { name: words.refusals, exact: true }).click();
      await expect(page.getByRole("listitem").filter({ hasText: words.noMatch }).first()).toContainText("127.0.0.1");
      await page.getByRole("link", { name: words.missing, exact: true }).click();
      const cause = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: words.noMatch }) });
      await expect(cause).toContainText(words.lookHere);
      await expect(page.getByText(words.notTheCause).first()).toBeVisible();
      await expect(page.getByText(words.givesUp)).toBeVisible();
      await expect(page.getByText("35.170.236.123")).toBeVisible();
      await page.locator("summary").filter({ hasText: "receiver.py" }).click();
      await expect(page.getByText("hmac.compare_digest")).toBeVisible();
    });

    test("the bench names why a signature does not match, and sends nothing until told", async ({
      page,
      sign,
      service,
    }) => {
      const body = created(`ver_${randomUUID()}`);
      const header = sign(body)["svc-signature"] ?? "";
      await page.goto("/deliveries/signature");
      const sent: string[] = [];
      page.on("request", (request) => request.method() !== "GET" && sent.push(request.postData() ?? ""));
      const fill = async (given: { body: string; secret: string }) => {
        await page.getByLabel(words.header).fill(header);
        await page.getByLabel(words.body).fill(given.body);
        await page.getByLabel(words.secret, { exact: true }).fill(given.secret);
        await page.getByRole("button", { name: words.check, exact: true }).click();
      };
      await fill({ body, secret: service.secret });
      await expect(page.getByRole("heading", { name: words.valid, exact: true })).toBeVisible();
      await fill({ body: JSON.stringify(JSON.parse(body), null, 2), secret: `${service.secret} ` });
      await expect(page.getByText(words.space)).toBeVisible();
      await expect(page.getByText(words.parsed)).toBeVisible();
      await fill({ body, secret: "whsec_of_my_own_webhook" });
      await expect(page.getByRole("heading", { name: words.noVerdict, exact: true })).toBeVisible();
      expect(sent).toEqual([]);
      await page.getByRole("button", { name: words.ask }).click();
      await expect(page.getByText(words.matches)).toBeVisible();
      expect(sent).toHaveLength(1);
      expect(sent[0]).not.toContain("whsec_of_my_own_webhook");
    });
  });
}

const [english] = LANGUAGES;

/** A failed delivery cannot be had from outside: the first answers are put in place, what is asked for is observed. */
async function withFailed(page: Page, count: number) {
  const state = { failed: count };
  await page.route(/\/api\/deliveries\/retry/, async (route) => {
    const answered = state.failed;
    if (route.request().method() === "POST") state.failed = 0;
    await route.fulfill({ json: { count: answered } });
  });
  return state;
}

test.describe("an administrator", () => {
  test("has all that match applied again, after seeing how many they are", async ({ page, deliver, sign }) => {
    const body = created(`ver_${randomUUID()}`);
    await deliver(body, sign(body));
    const state = await withFailed(page, 12);
    const asked: string[] = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(new URL(request.url()).search));
    await page.goto("/deliveries?event=verification.v2.created");
    await page.getByRole("button", { name: "Retry all…" }).click();
    await expect(page.getByText("Apply 12 deliveries again?")).toBeVisible();
    expect(state.failed).toBe(12);
    await expect(page.getByRole("button", { name: "Retry 12" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("12 deliveries are being applied again.")).toBeVisible();
    expect(asked).toEqual(["?event=verification.v2.created"]);
  });

  test("goes through the list by keyboard", async ({ page, deliver, sign }) => {
    for (let index = 0; index < 3; index += 1) {
      const body = created(`ver_${randomUUID()}`);
      await deliver(body, sign(body));
    }
    await page.goto("/deliveries");
    const links = page.getByRole("table").getByRole("link", { name: english.created });
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

  test("is told of what comes in while reading, and nothing moves under the pointer", async ({
    page,
    deliver,
    sign,
  }) => {
    const first = created(`ver_${randomUUID()}`);
    await deliver(first, sign(first));
    await page.goto("/deliveries");
    const rows = page.getByRole("table").getByRole("row");
    await rows.nth(1).hover();
    // What it says may still change while it is applied; which one it is may not.
    const addressOfTop = () => rows.nth(1).getByRole("link").first().getAttribute("href");
    const top = await addressOfTop();
    const id = `ver_${randomUUID()}`;
    const body = created(id);
    await deliver(body, sign(body));
    await expect(page.getByRole("button", { name: /^\d+ new: show$/ })).toBeVisible();
    expect(await addressOfTop()).toBe(top);
    await page.getByRole("button", { name: /^\d+ new: show$/ }).click();
    await expect(rows.filter({ hasText: `TAG-${id.slice(-4)}` }).first()).toBeVisible();
  });

  test("lets in what waits by the keyboard, and goes on from there", async ({ page, deliver, sign }) => {
    const first = created(`ver_${randomUUID()}`);
    await deliver(first, sign(first));
    await page.goto("/deliveries");
    const rows = page.getByRole("table").getByRole("row");
    await rows.nth(1).getByRole("link").first().focus();
    const id = `ver_${randomUUID()}`;
    const body = created(id);
    await deliver(body, sign(body));
    const show = page.getByRole("button", { name: /^\d+ new: show$/ });
    await expect(show).toBeVisible();
    await show.focus();
    await page.keyboard.press("Enter");
    await expect(show).toBeHidden();
    await expect(rows.filter({ hasText: `TAG-${id.slice(-4)}` }).first()).toBeVisible();
    await expect(rows.nth(1).getByRole("link").first()).toBeFocused();
  });

  test("reads why the list could not be loaded, and that nothing is lost", async ({ page, expectedNoise }) => {
    expectedNoise.push(/status of 503/);
    await page.goto("/deliveries/signature");
    await page.route(/\/api\/deliveries\?/, (route) => route.fulfill(BROKEN));
    await page.goto("/deliveries?event=a.filter");
    await page.getByRole("button", { name: /^Event/ }).click();
    await page.getByRole("checkbox", { name: /verification.v2.finished/ }).check();
    await expect(page.getByText("The deliveries could not be loaded")).toBeVisible();
    await page.unroute(/\/api\/deliveries\?/);
    await pressIfStill(page.getByRole("button", { name: "Try again" }));
    await expect(page.getByText("The deliveries could not be loaded")).toBeHidden();
  });

  test("gets a page that says so for a delivery that there is not", async ({ page, expectedNoise }) => {
    expectedNoise.push(...NOT_FOUND_NOISE);
    for (const path of ["/deliveries/424242", "/deliveries/nonsense"]) {
      expect((await page.goto(path))?.status()).toBe(404);
    }
  });

  test("finds every part usable on a phone", async ({ page, deliver, sign }) => {
    const body = created(`ver_${randomUUID()}`);
    await deliver(body, sign(body));
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ["", "/refusals", "/signature", "/missing"]) {
      await page.goto(`/deliveries${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    }
    await page.goto("/deliveries");
    await page.getByRole("table").getByRole("link", { name: english.created }).first().click();
    await expect(page.getByRole("region", { name: english.payload }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test("axe finds nothing grave on any part, in either theme", async ({ page, deliver, sign }) => {
  for (const body of [created(`ver_${randomUUID()}`), strange(`ver_${randomUUID()}`)]) {
    await deliver(body, sign(body, { t: now() - 900 }));
    await deliver(body, sign(body, { secret: "another" }));
  }
  await withFailed(page, 3);
  const faults = () => faultsInBothThemes(page, { graveOnly: true });
  await page.goto("/deliveries");
  await expect(page.getByRole("button", { name: "Retry all…" })).toBeVisible();
  expect(await faults()).toEqual([]);
  await page.getByRole("button", { name: /^Outcome/ }).click();
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  expect(await faults()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "verification.v3.dreamt" }).first().click();
  await expect(page.getByRole("heading", { name: "It is authentic but could not be understood" })).toBeVisible();
  expect(await faults()).toEqual([]);
  await page.goto("/deliveries/refusals");
  await expect(page.getByText(english.noMatch).last()).toBeVisible();
  expect(await faults()).toEqual([]);
  await page.goto("/deliveries/missing");
  await expect(page.getByText(english.lookHere).first()).toBeVisible();
  await page.locator("summary").filter({ hasText: "receiver.mjs" }).click();
  expect(await faults()).toEqual([]);
  await page.goto("/deliveries/signature");
  await page.getByLabel(english.secret, { exact: true }).fill("a secret");
  await page.getByRole("button", { name: english.check, exact: true }).click();
  await expect(page.getByText("No time in the header")).toBeVisible();
  expect(await faults()).toEqual([]);
});
