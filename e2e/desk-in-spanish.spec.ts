import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { newTag } from "./support/sandbox.ts";

/** A part of the page by its heading, which may end in a count. */
const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}\\s*\\d*$`) });
const table = (page: Page) => page.getByRole("table", { name: "Verificaciones" });
const live = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^En vivo$/ })).toBeVisible();

test.use({ locale: "es-MX" });

test.beforeEach(async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs("compliance");
});

test.describe("A reviewer who reads Spanish", () => {
  test("reads in the list what file it is, how far it has come and what is wrong with it", async ({ page, play }) => {
    const { tag } = await play("item-error-password_protected_pdf");
    await page.goto(`/verifications?q=${tag}`);
    await expect(table(page).getByRole("columnheader")).toContainText([
      "Referencia",
      "Cuenta",
      "Expediente",
      "Hallazgos",
      "Documentos",
      "Etiquetas",
      "Estado",
      "Creada",
      "Última actividad",
    ]);
    const row = table(page).getByRole("row").filter({ hasText: tag });
    for (const words of ["Completo", "Media", "6 documentos", "1 con error", "Finalizada"]) {
      await expect(row).toContainText(words);
    }
    await expect(page.getByText("1 verificación", { exact: true })).toBeVisible();
  });

  test("filters and orders, and reads what is applied", async ({ page }) => {
    await page.goto("/verifications");
    await live(page);
    const filters = page.getByRole("region", { name: "Filtros" });
    await filters.getByRole("button", { name: /^Estado/ }).click();
    await page.getByRole("checkbox", { name: "Finalizada" }).check();
    await page.getByRole("checkbox", { name: "Con error" }).check();
    await page.keyboard.press("Escape");
    await expect(filters.getByRole("button", { name: /^Estado/ })).toContainText("2 elegidos");
    await table(page).getByRole("columnheader", { name: "Hallazgos" }).getByRole("button").click();
    const applied = page.getByRole("list", { name: "Filtros aplicados" });
    for (const name of ["Estado: Finalizada", "Estado: Con error", "Orden: hallazgos más graves primero"]) {
      await expect(applied.getByRole("button", { name: `Quitar ${name}` })).toBeVisible();
    }
    await applied.getByRole("button", { name: "Quitar todos" }).click();
    await expect(page).toHaveURL("/verifications");
  });

  test("reads how much has changed while the list waits", async ({ page, play, sandbox }) => {
    const { id } = await play("pending-upload");
    await page.goto("/verifications");
    await live(page);
    await table(page).getByRole("link").first().focus();
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    await expect(page.getByRole("button", { name: /^\d+ actualizadas?: mostrar$/ })).toBeVisible();
  });

  test("adds verifications by id, and reads what became of each", async ({ page, play }) => {
    const { id } = await play("finished");
    const unknown = newTag();
    await page.goto("/verifications");
    await live(page);
    await page.getByRole("button", { name: "Agregar verificaciones por id" }).click();
    const dialog = page.getByRole("dialog", { name: "Agregar verificaciones por id" });
    await dialog.getByRole("textbox", { name: "Ids de verificación" }).fill(`${id}\n${unknown}\nGOMC850101HDFRRL00`);
    await expect(dialog).toContainText("se omite 1 entrada con forma de CURP");
    await dialog.getByRole("button", { name: "Leer 2 verificaciones" }).click();
    await expect(dialog.getByText("2 de 2 listas · 1 ya conocida · 1 que el servicio no conoce")).toBeVisible();
    await expect(dialog.getByRole("listitem").filter({ hasText: id })).toContainText("ya conocida");
    await expect(dialog.getByRole("listitem").filter({ hasText: unknown })).toContainText("el servicio no la conoce");
  });

  test("compares runs, follows a label, and reads one kind of activity", async ({ page, play, sandbox, settled }) => {
    const { id } = await play("pending-upload");
    const run = (run_id: string, ...messages: string[]) => ({
      kind: "findings",
      run_id,
      findings: messages.map((message) => ({ severity: "high", message, missing_field: "RFC" })),
    });
    await sandbox.change(id, run("uno", "Se queda.", "Se va."));
    await settled(id);
    await sandbox.change(id, run("dos", "Se queda.", "Es nuevo."));
    await sandbox.change(
      id,
      { kind: "label_added", label: "vigilada", display_name: "Vigilada", category: "Riesgo", comment: "primero" },
      { kind: "label_comment", label: "vigilada", comment: "después" },
    );
    await settled(id);
    await page.goto(`/verifications/${id}`);
    const findings = section(page, "Hallazgos");
    await expect(findings.getByRole("heading", { level: 3 }).first()).toHaveText(/^Alta/);
    await expect(findings).toContainText("Análisis provisional");
    await expect(findings.getByText("Falta:").first()).toBeVisible();
    await findings.getByText("Qué cambió entre dos análisis:").click();
    await expect(findings.getByRole("region", { name: "Nuevos (1)" })).toContainText("Es nuevo.");
    await expect(findings.getByRole("region", { name: "Retirados (1)" })).toContainText("Se va.");
    await expect(findings.getByRole("region", { name: "Iguales (1)" })).toContainText("Se queda.");
    const label = section(page, "Etiquetas").getByRole("listitem").filter({ hasText: "Vigilada" }).first();
    await expect(label).toContainText("Categoría: Riesgo");
    await label.getByText("Historial: 2 cambios").click();
    await expect(label.getByRole("listitem").nth(1)).toContainText("Comentario cambiado: “primero” → “después”");
    const activity = section(page, "Actividad");
    await activity.getByLabel("Mostrar").selectOption("Etiquetas");
    const entry = activity.getByRole("listitem").filter({ hasText: "Etiqueta asignada" }).first();
    await entry.locator("summary").click();
    await expect(entry.getByRole("region", { name: "Contenido tal como se envió" })).toContainText("label_added");
    await expect(section(page, "Otros campos")).toContainText("company");
  });

  test("hears what changes in the file, and prints it", async ({ page, play, sandbox }) => {
    await page.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset.printed = "yes";
      };
    });
    const { id } = await play("full-upload");
    await page.goto(`/verifications/${id}`);
    await live(page);
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    const said = page.getByRole("article").getByRole("status");
    await expect(said.filter({ hasText: "El estado del expediente cambió a Carga parcial." })).toBeAttached();
    await expect(section(page, "Estado del expediente")).toContainText("en espera");
    await page.getByRole("button", { name: "Imprimir", exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(page.getByRole("article").getByText(/^Impreso el /)).toBeVisible();
  });
});
