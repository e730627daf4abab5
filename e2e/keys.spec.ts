import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectSound } from "./support/axe.ts";
import { accountOf, expect, test } from "./support/fixtures.ts";
import { entryOf, serviceOf } from "./support/keys.ts";

// Keys are deleted and rotated here: these specs have an installation of their own.
test.use({ home: "own" });

const LANGUAGES = [
  {
    locale: "en-US",
    page: "API keys",
    create: "Create a key",
    name: "Name",
    submit: "Create the key",
    copy: "Copy",
    stored: "I have stored it",
    isStored: /is stored on your side/,
    delete: (name: string) => `Delete the key ${name}`,
    type: (name: string) => `Type ${name} to confirm`,
    differs: "This is not its name.",
    deleteSubmit: "Delete the key",
    deleted: (name: string) => `“${name}” is deleted.`,
    inUse: "In use by this dashboard: rotate it instead.",
    current: "This dashboard",
    duplicate: /There is a key with this name already \(409\)/,
    lost: /It is not known whether the key was created/,
    forbidden: /The dashboard's key may not do this \(403\)/,
    check: "A key that you have",
    checkSubmit: "Check",
    works: "It works",
    invalid: "It is invalid",
    rotate: "Rotate the dashboard's key",
    closing: /If you close this tab now/,
    lastRotated: /Last rotated/,
    steps: "Steps of the rotation",
  },
  {
    locale: "es-MX",
    page: "Claves de API",
    create: "Crear clave",
    name: "Nombre",
    submit: "Crear la clave",
    copy: "Copiar",
    stored: "Ya lo guardé",
    isStored: /ya está guardada de tu lado/,
    delete: (name: string) => `Eliminar la clave ${name}`,
    type: (name: string) => `Escribe ${name} para confirmar`,
    differs: "Ese no es su nombre.",
    deleteSubmit: "Eliminar la clave",
    deleted: (name: string) => `“${name}” se eliminó.`,
    inUse: "La usa este panel: mejor rótala.",
    current: "Este panel",
    duplicate: /Ya existe una clave con este nombre \(409\)/,
    lost: /No se sabe si la clave se creó/,
    forbidden: /La clave del panel no puede hacer esto \(403\)/,
    check: "Una clave que tengas",
    checkSubmit: "Comprobar",
    works: "Funciona",
    invalid: "No es válida",
    rotate: "Rotar la clave del panel",
    closing: /Si cierras esta pestaña ahora/,
    lastRotated: /Última rotación/,
    steps: "Pasos de la rotación",
  },
] as const;
type Words = (typeof LANGUAGES)[number];

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Creates a key and gives its value, with the dialog that tells it still open. */
async function create(page: Page, words: Words, name: string): Promise<string> {
  await button(page, words.create).click();
  const dialog = page.getByRole("dialog", { name: words.submit.replace("the", "a").replace("la", "una") });
  await dialog.getByLabel(words.name).fill(name);
  await dialog.getByRole("button", { name: words.submit }).click();
  const reveal = page.getByRole("dialog").filter({ hasText: name });
  return (await reveal.locator("code").textContent()) ?? "";
}

/** Says that the value is stored; behind the dialog nothing can be filled in. */
async function store(page: Page, words: Words): Promise<void> {
  await page.getByRole("button", { name: words.stored }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

for (const words of LANGUAGES) {
  test.describe(`An admin manages API keys (${words.locale})`, () => {
    test.use({ locale: words.locale });
    test.beforeEach(async ({ page, signInAs, expectedNoise }) => {
      // What handlers answer for a service in trouble, which the browser notes.
      expectedNoise.push(/status of (403|409|50\d)/);
      await signInAs("admin");
      await page.goto("/keys");
    });
    test.afterEach(({ sandbox }) => sandbox.healAll());

    test("creates one, is told it once, loses it to nothing, and only its fingerprint remains", async ({ page }) => {
      const name = `billing ${words.locale}`;
      await expect(page.getByRole("heading", { name: words.page, level: 1 })).toBeVisible();
      const value = await create(page, words, name);
      expect(value).toMatch(/^svc_sk_live_/);
      const dialog = page.getByRole("dialog").filter({ hasText: value });

      for (const press of ["Escape", "Escape", "Escape"]) await page.keyboard.press(press);
      await page.mouse.click(5, 5);
      await expect(dialog).toBeVisible();
      await page.reload();
      await expect(dialog).toBeVisible();

      // While it is held, neither the page nor what the router asks of it carries it.
      for (const accept of ["text/html", "text/x-component"]) {
        const headers: Record<string, string> = accept === "text/html" ? { accept } : { accept, rsc: "1" };
        expect(await (await page.request.get("/keys", { headers })).text()).not.toContain("svc_sk_live_");
      }

      const scripts = await page
        .locator("script[src]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("src")));
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) {
        expect(await (await page.request.get(script ?? "")).text()).not.toContain("svc_sk_live_");
      }

      const download = page.waitForEvent("download");
      await dialog.getByRole("button", { name: ".env" }).click();
      expect((await download).suggestedFilename()).toMatch(/^billing-.*\.env$/);

      await dialog.getByRole("button", { name: words.stored }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(words.isStored)).toBeVisible();
      await page.reload();
      await expect(entryOf(page, name).getByText(/^[0-9a-f]{12}$/)).toBeVisible();
      await expect(page.getByRole("dialog")).toBeHidden();
      expect(await page.content()).not.toContain(value);
    });

    test("checks a key, and one that is made up, of which nothing is logged", async ({ page, installation }) => {
      const value = await create(page, words, `check ${words.locale}`);
      await store(page, words);
      // As it stands in the file that was offered for download.
      await page.getByLabel(words.check).fill(`SVC_API_KEY=${value}`);
      await button(page, words.checkSubmit).click();
      await expect(page.getByText(words.works, { exact: true })).toBeVisible();
      await expect(page.getByLabel(words.check)).toHaveValue("");
      await page.getByLabel(words.check).fill("svc_sk_live_made_up");
      await button(page, words.checkSubmit).click();
      await expect(page.getByText(words.invalid, { exact: true })).toBeVisible();
      const log = readFileSync(`test-results/installations/${new URL(installation.origin).port}.log`, "utf8");
      expect(log).toContain("Cotejo is ready");
      expect(log).not.toContain("svc_sk_live_");
    });

    test("deletes one by its name, and can't delete the dashboard's", async ({ page }) => {
      const name = `old system ${words.locale}`;
      await create(page, words, name);
      await store(page, words);
      await button(page, words.delete(name)).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(words.type(name)).fill("another");
      await dialog.getByRole("button", { name: words.deleteSubmit }).click();
      await expect(dialog.getByText(words.differs)).toBeVisible();
      await dialog.getByLabel(words.type(name)).fill(name);
      await dialog.getByRole("button", { name: words.deleteSubmit }).click();
      await expect(page.getByText(words.deleted(name))).toBeVisible();
      await expect(entryOf(page, name)).toBeHidden();
      const own = page.getByRole("listitem").filter({ hasText: words.inUse });
      await expect(own.getByText(words.current, { exact: true })).toBeVisible();
      await expect(own.getByRole("button", { name: words.delete("") })).toBeDisabled();
    });

    test("is told what to do where a name is taken, an answer is lost, or a permission is missing", async ({
      page,
      installation,
    }) => {
      const name = `taken ${words.locale}`;
      await create(page, words, name);
      await store(page, words);
      await button(page, words.create).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(words.name).fill(name);
      await dialog.getByRole("button", { name: words.submit }).click();
      await expect(dialog.getByText(words.duplicate)).toBeVisible();
      await expect(dialog.getByText(/ak_/)).toBeVisible();

      await serviceOf(installation).fault({ kind: "lost", method: "POST" });
      await dialog.getByLabel(words.name).fill(`lost ${words.locale}`);
      await dialog.getByRole("button", { name: words.submit }).click();
      await expect(dialog.getByText(words.lost)).toBeVisible();

      await serviceOf(installation).fault({ kind: "status", status: 403, method: "POST" });
      await dialog.getByLabel(words.name).fill(`forbidden ${words.locale}`);
      await dialog.getByRole("button", { name: words.submit }).click();
      await expect(dialog.getByText(words.forbidden)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(entryOf(page, `lost ${words.locale}`)).toBeVisible();
    });

    test("rotates the dashboard's key, reloads on the way, and finds it done", async ({ page, installation }) => {
      const own = page.getByRole("listitem").filter({ hasText: words.inUse });
      const before = await own.getByRole("heading").textContent();
      await serviceOf(installation).fault({ kind: "lost", method: "POST" });
      await button(page, words.rotate).click();
      await expect(page.getByText(words.closing)).toBeVisible();
      await page.reload();
      await expect(page.getByRole("list", { name: words.steps })).toBeVisible();
      await expectSound(page);
      await expect(page.getByText(words.lastRotated)).toBeVisible({ timeout: 60_000 });
      await expect(own.getByRole("heading")).not.toHaveText(before ?? "");
      await expect(page.getByRole("heading", { name: before ?? "", exact: true })).toBeHidden();
    });
  });
}

test("After ten minutes the password is asked for again, and then what was wanted is done", async ({
  page,
  installation,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 403/);
  const [words] = LANGUAGES;
  await signInAs("admin");
  await page.goto("/keys");
  let refused = false;
  await page.route("**/api/api-keys", async (route) => {
    if (route.request().method() !== "POST" || refused) return route.continue();
    refused = true;
    await route.fulfill({
      status: 403,
      json: { success: false, code: "STEP_UP_REQUIRED", message: "", timestamp: new Date().toISOString() },
    });
  });
  await button(page, words.create).click();
  const dialog = page.getByRole("dialog", { name: words.create });
  await dialog.getByLabel(words.name).fill("after ten minutes");
  await dialog.getByRole("button", { name: words.submit }).click();
  const again = page.getByRole("dialog", { name: "Your password again" });
  await again.getByLabel("Password").fill(accountOf(installation, "admin").password);
  await again.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog").locator("code")).toHaveText(/^svc_sk_live_/);
  await store(page, words);
});

test.describe("Who may", () => {
  test("others find no such page, and no entry of it", async ({ page, signInAs, expectedNoise }) => {
    expectedNoise.push(/status of 404/, /preloaded using link preload but not used/);
    await signInAs("compliance");
    await page.goto("/");
    await expect(page.getByRole("navigation").getByRole("link", { name: "API keys" })).toBeHidden();
    await page.goto("/keys");
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  });
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`at ${viewport.width} px axe finds nothing grave on the page and in each dialog, and nothing scrolls sideways`, async ({
    page,
    signInAs,
  }) => {
    const [words] = LANGUAGES;
    const name = `axe ${viewport.width}`;
    await page.setViewportSize(viewport);
    await signInAs("admin");
    await page.goto("/keys");
    await expect(page.getByText(words.current, { exact: true })).toBeVisible();
    await expectSound(page);
    await create(page, words, name);
    await expectSound(page);
    await store(page, words);
    await button(page, words.delete(name)).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectSound(page);
  });
}
