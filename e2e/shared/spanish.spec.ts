import type { Page } from "@playwright/test";
import { expectFits } from "#e2e/support/axe.ts";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { browserStorageOf, EMPTY_STORAGE } from "#e2e/support/kept.ts";
import { hintOn } from "#e2e/support/list.ts";
import { KEYS, sentencesOnlyIn } from "#e2e/support/messages.ts";
import { peopleOf } from "#e2e/support/people.ts";
import { addressOf, type Ids, pagesOnDisk } from "#e2e/support/routes.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { ORIGINAL_FIELDS } from "#lib/core/contract/verifications/originals.ts";
import { TEMPLATE_PLACES } from "#lib/desk/contract/review/policy-input.ts";

test.use({ locale: "es-MX", viewport: { width: 1440, height: 900 } });

/** The first heading of each page on disk for visitors who are not signed in. */
const SIGNED_OUT_HEADINGS: Record<string, string | RegExp> = {
  "/login": "Iniciar sesión",
  "/signed-in": "Ya entraste",
  "/setup": "Crear el primer administrador",
  "/invitation": "Esta liga ya no sirve",
  "/reset": "Esta liga ya no sirve",
};

/** The page shows its frame and that there is no such sample. */
const NO_SAMPLE = "00000000-0000-4000-8000-000000000000";

const PERSON = "/verifications/[verification_id]/people/[people_id]";

/** The first heading of each page for an administrator. */
const SIGNED_IN_HEADINGS: Record<string, string | RegExp> = {
  "/": "Resumen",
  "/review": "Revisión",
  "/verifications": "Expedientes",
  "/verifications/[verification_id]": /^E2E-/,
  "/verifications/[verification_id]/decision": "No hay un dictamen vigente",
  // The person's name, if the service has stated it.
  [PERSON]: /^Persona /,
  "/imports/statements": "Importar fechas",
  "/people": "Personas",
  "/decisions": "Dictámenes",
  "/decisions/samples": "Muestras de dictámenes",
  "/decisions/samples/[sample_id]": "Cédula",
  "/insights/report": /^Informe mensual: /,
  "/insights": "Indicadores",
  "/privacy": "Solicitudes ARCO",
  "/privacy/[request_id]": /^Acceso: /,
  "/privacy/[request_id]/[paper]": "Acuse de recibo de solicitud ARCO",
  "/privacy/erasures": "Expedientes bloqueados y borrados",
  "/privacy/erasures/[certificate_id]": "Constancia de borrado",
  "/webhooks": "Webhooks",
  "/new-webhook": "Crear un webhook",
  "/webhooks/[webhook_id]": "Cotejo dashboard",
  "/webhooks/[webhook_id]/replace": "Reemplazar un secreto perdido",
  "/deliveries": "Entregas",
  "/deliveries/[delivery_id]": /./,
  "/deliveries/missing": "Falta una entrega",
  "/deliveries/refusals": "Entregas rechazadas",
  "/deliveries/signature": "¿Por qué no coincide una firma?",
  "/keys": "Claves de API",
  "/settings/tokens": "Tokens de servicio",
  "/settings/tokens/reference": "Referencia de la API",
  "/users": "Usuarios",
  "/audit": "Bitácora",
  "/evidence": "Evidencia",
  "/settings": "Datos de los expedientes",
  "/settings/review": "Revisiones",
  "/settings/custody": "Conservación",
  "/settings/alerts": "Alertas",
  "/settings/policies": "Políticas vigentes",
  "/settings/system": "Sistema",
  "/settings/channels": "Canales",
  "/settings/need-to-know": "Necesidad de conocer",
  "/settings/sign-in": "Inicio de sesión",
  "/account": "Tu cuenta",
  "/sandbox": "Modo de pruebas",
  "/[...nowhere]": "Esta página no existe",
};

const ENGLISH = sentencesOnlyIn("en");

/** Placeholders in an admin's letter to a customer, in addresses of originals, and in paths of the API reference. */
const PLACEHOLDERS = new Set(
  [...TEMPLATE_PLACES, ...ORIGINAL_FIELDS, "decision_id", "verification_id", "timestamp_id"].map(
    (place) => `{${place}}`,
  ),
);

/** All text of a page, on screen and for a screen reader. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const names = [...document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")].flatMap((element) =>
      ["aria-label", "title", "placeholder", "alt"].map((name) => element.getAttribute(name) ?? ""),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: `innerText` leaves out scripts and hidden text.
    return [document.title, document.body.innerText, ...names].join("\n").replaceAll(/\s+/g, " ");
  });

async function expectSpanish(page: Page, address: string, heading: string | RegExp) {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toHaveText(heading);
  await expect(page.locator("html")).toHaveAttribute("lang", "es-MX");
  await expect(page.getByText(/^(Buscando|Cargando|Leyendo).*…$/)).toHaveCount(0);
  const words = await wordsOf(page);
  const left = {
    english: ENGLISH.filter((sentence) => words.includes(sentence)),
    keys: (words.match(/\b[a-z]\w*(\.\w+)+/g) ?? []).filter((name) => KEYS.has(name)),
    placeholders: (words.match(/\{\w+\}/g) ?? []).filter((place) => !PLACEHOLDERS.has(place)),
  };
  expect(left).toEqual({ english: [], keys: [], placeholders: [] });
  expect(await browserStorageOf(page)).toEqual(EMPTY_STORAGE);
  await expectFits(page);
}

/** An id of each kind of thing that has a page. */
async function idsFor(page: Page, verification_id: string, people_id?: number | null): Promise<Ids> {
  const read = async (path: string) => (await page.request.get(path)).json();
  const { items: webhooks } = await read("/api/webhooks");
  const { items: deliveries } = await read(`/api/deliveries?id=${verification_id}&limit=1`);
  const own = webhooks.find(({ description }: { description: string }) => description === "Cotejo dashboard");
  return {
    verification_id,
    people_id: `${people_id}`,
    webhook_id: own.id,
    delivery_id: `${deliveries[0].delivery_id}`,
  };
}

test("a reader of Spanish finds each page before signing in in Spanish, and every such page is tested", async ({
  page,
}) => {
  const onDisk = pagesOnDisk().map(({ pattern }) => pattern);
  expect([...Object.keys(SIGNED_OUT_HEADINGS), ...Object.keys(SIGNED_IN_HEADINGS)].sort()).toEqual(onDisk.sort());
  expect(ENGLISH.length).toBeGreaterThan(300);
  for (const [pattern, heading] of Object.entries(SIGNED_OUT_HEADINGS)) {
    await test.step(pattern, () => expectSpanish(page, pattern, heading));
  }
});

for (const half of [0, 1]) {
  test(`a reader of Spanish finds each page in Spanish, fitting any window, with no data stored in the browser (${half + 1} of 2)`, async ({
    page,
    signInAs,
    apiAs,
    play,
    observer,
    expectedNoise,
  }) => {
    expectedNoise.push(...NOT_FOUND_NOISE);
    const { id } = await play("reopened");
    const [person] = await peopleOf(observer, id);
    await signInAs("admin");
    const data = { kind: "access", subject: { verification_id: id }, received_at: new Date().toISOString() };
    const admin = await apiAs("admin");
    const { request_id } = await (await admin.post("/api/privacy/requests", { data })).json();
    const { id: erased } = await play("finished");
    const { certificate_id } = await (await admin.delete(`/api/verifications/${erased}`)).json();
    const ids = {
      ...(await idsFor(page, id, person?.people_id)),
      request_id,
      certificate_id,
      paper: "receipt",
      sample_id: NO_SAMPLE,
    };
    const headings = { ...SIGNED_IN_HEADINGS, ...(person?.full_name && { [PERSON]: person.full_name }) };
    const pages = Object.entries(headings).filter((_, index) => index % 2 === half);
    for (const [pattern, heading] of pages) {
      await test.step(pattern, () => expectSpanish(page, addressOf({ pattern }, ids), heading));
    }
  });
}

/** A part of the page by its heading, which may end in a count. */
const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}\\s*\\d*$`) });
const live = (page: Page) => expect(page.locator("[data-announced]").filter({ hasText: /^En vivo$/ })).toBeVisible();
/** With plain spaces, since engines put different kinds of space before a unit. */
const plain = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, " ");

test("a reviewer who reads Spanish finds plurals, times and orders of the list in Spanish", async ({
  page,
  play,
  change,
  sandbox,
  signInAs,
}) => {
  const family = newTag();
  const { tag } = await play("item-error-password_protected_pdf", `${family}-1`);
  const { id } = await play("pending-upload", `${family}-2`);
  await signInAs("compliance");
  await page.goto(`/verifications?q=${tag}&quiet_days=14`);
  await live(page);
  const applied = page.getByRole("list", { name: "Filtros aplicados" });
  await applied.getByRole("button", { name: "Quitar Sin actividad desde hace: 14 días" }).click();
  const table = page.getByRole("table", { name: "Expedientes" });
  // Counts of views have the same words.
  const total = (words: string) => page.getByRole("status").filter({ hasText: new RegExp(`^${words}$`) });
  const row = table.getByRole("row").filter({ hasText: tag });
  for (const words of ["Completo", "6 archivos", "1 requiere atención", "Finalizada"])
    await expect(row).toContainText(words);
  await expect(total("1 expediente")).toBeVisible();
  const time = row.getByRole("time").last();
  await expect(time).toHaveText(/^hace \d+ (s|min|h)$/);
  const at = new Date((await time.getAttribute("datetime")) ?? "");
  const exact = new Intl.DateTimeFormat("es-MX", {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: "America/Mexico_City",
  });
  const hint = plain(exact.format(at));
  expect(hint).toMatch(/ de \d{4}.* [ap]\. ?m\./);
  await expect.poll(async () => plain(await hintOn(time.locator("xpath=..")))).toBe(hint);

  await page.getByRole("search").getByRole("textbox", { name: "Buscar" }).fill(family);
  await expect(total("2 expedientes")).toBeVisible();
  await change(id, { kind: "documents_status", to: "partial_upload" });
  const status = page.getByRole("region", { name: "Filtros" }).getByRole("button", { name: /^Estado/ });
  await status.click();
  await page.getByRole("checkbox", { name: "Finalizada" }).check();
  await page.getByRole("checkbox", { name: "Pendiente", exact: true }).check();
  await page.keyboard.press("Escape");
  await expect(status).toContainText("2 elegidos");
  await table.getByRole("columnheader", { name: "Hallazgos" }).getByRole("button").click();
  for (const name of ["Estado: Finalizada", "Estado: Pendiente", "Orden: hallazgos, mayor severidad primero"]) {
    await expect(applied.getByRole("button", { name: `Quitar ${name}` })).toBeVisible();
  }
  await expect(table.getByRole("link")).toHaveCount(2);
  // The rows of the former order disappear, and the focus with them.
  await expect(table).toHaveAttribute("aria-busy", "false");
  await table.getByRole("link").first().focus();
  await sandbox.change(id, { kind: "findings", run_id: "uno", findings: [{ severity: "high", message: "Grave." }] });
  await expect(page.getByRole("button", { name: /^1 actualizada: mostrar$/ })).toBeVisible();
});

test("a reviewer who reads Spanish finds runs, labels and updates of the file in Spanish, copies and prints it", async ({
  page,
  context,
  play,
  change,
  sandbox,
  signInAs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await play("pending-upload");
  const run = (run_id: string, ...messages: string[]) => ({
    kind: "findings",
    run_id,
    findings: messages.map((message) => ({ severity: "high", message, missing_field: "RFC" })),
  });
  await change(id, run("uno", "Se queda.", "Se va."));
  await change(id, run("dos", "Se queda.", "Es nuevo."));
  await change(
    id,
    { kind: "label_added", label: "vigilada", display_name: "Vigilada", category: "Riesgo", comment: "primero" },
    { kind: "label_comment", label: "vigilada", comment: "después" },
  );
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  const findings = section(page, "Hallazgos");
  await findings.getByText("Qué cambió entre dos análisis:").click();
  await expect(findings.getByRole("region", { name: "Nuevos (1)" })).toContainText("Es nuevo.");
  await expect(findings.getByRole("region", { name: "Retirados (1)" })).toContainText("Se va.");
  const label = section(page, "Etiquetas").getByRole("listitem").filter({ hasText: "Vigilada" }).first();
  await label.getByText("Historial: 2 cambios").click();
  await expect(label.getByRole("listitem").nth(1)).toContainText("Comentario cambiado: “primero” → “después”");
  const copied = page.locator("[data-announced]").filter({ hasText: "Copiado" });
  await Promise.all([
    copied.waitFor({ state: "attached" }),
    page.getByRole("button", { name: "Copiar los hallazgos como texto" }).click(),
  ]);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain("Alta (2)\n- ");
  expect(text).toContain("Se queda.\n  Falta: RFC");

  await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
  const said = page.getByRole("article").locator("[data-announced]");
  await expect(said.filter({ hasText: "La documentación cambió a Carga parcial." })).toBeAttached();
  await section(page, "Documentación").locator("summary").first().click();
  const stay = section(page, "Documentación").getByRole("table").getByRole("time").first();
  await expect.poll(async () => plain(await stay.textContent())).toMatch(/ \d{1,2}:\d{2} [ap]\. ?m\./);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.getByRole("article").getByText(/^Impreso el /)).toBeVisible();
});
