import type { Locator, Page } from "@playwright/test";
import { faultsInBothThemes } from "./support/axe.ts";
import { expect, NOT_FOUND_NOISE, test } from "./support/fixtures.ts";
import { collectScripts } from "./support/scripts.ts";
import { pressIfStill } from "./support/trouble.ts";

// What is played here goes wrong for everybody: these specs have an installation of their own.
test.use({ home: "own" });

// What handlers answer for a service in trouble, which the browser notes.
const expectTrouble = () => {
  test.beforeEach(({ expectedNoise }) => void expectedNoise.push(/status of (409|50\d)/));
  test.afterEach(({ sandbox }) => sandbox.healAll());
};

const LANGUAGES = [
  {
    locale: "en-US",
    page: "Sandbox",
    search: "Search scenarios",
    forComplete: "still pending",
    complete: "Complete, but still pending",
    finish: "From creation to finish",
    nothing: "Nothing uploaded yet",
    startOf: (name: string) => `Start: ${name}`,
    setOf: (name: string) => `Set: ${name}`,
    endOf: (name: string) => `End: ${name}`,
    workOn: /^Work on it/,
    calls: /^When the dashboard asks the service/,
    deliveries: /^When the service delivers events/,
    which: "Which",
    of: "Of",
    howMany: "How many",
    documentsChanged: "Document status changed",
    failing: "Fault of the service (500)",
    lost: "Lost deliveries",
    active: /^Active faults/,
    played: /^Played recently/,
    noFault: "None: the service answers and delivers as it should.",
    delivered: /\d+ delivered/,
    failed: "1 failed",
    add: "Add",
    onItsWay: "One document is on its way.",
    // After some failures the dashboard gives the service a rest.
    ownFault: /The service has a fault of its own \(5xx\)|Calls to the service are paused/,
    banner: "The service does not answer properly.",
    missing: "an event is missing here",
  },
  {
    locale: "es-MX",
    page: "Modo de pruebas",
    search: "Buscar escenarios",
    forComplete: "aun pendiente",
    complete: "Completo, pero aún pendiente",
    finish: "De la creación al final",
    nothing: "Nada cargado todavía",
    startOf: (name: string) => `Iniciar: ${name}`,
    setOf: (name: string) => `Activar: ${name}`,
    endOf: (name: string) => `Terminar: ${name}`,
    workOn: /^Trabajar en /,
    calls: /^Cuando el panel consulta el servicio/,
    deliveries: /^Cuando el servicio entrega eventos/,
    which: "Cuáles",
    of: "De",
    howMany: "Cuántos",
    documentsChanged: "Cambio en el estado del expediente",
    failing: "Error del servicio (500)",
    lost: "Entregas perdidas",
    active: /^Fallas activas/,
    played: /^Lo más reciente/,
    noFault: "Ninguna: el servicio responde y entrega como debe.",
    delivered: /\d+ entregadas?/,
    failed: "1 fallida",
    add: "Agregar",
    onItsWay: "Un documento va en camino.",
    ownFault: /El servicio tiene una falla propia \(5xx\)|Las consultas al servicio están en pausa/,
    banner: "El servicio no responde como debe.",
    missing: "aquí falta un evento",
  },
] as const;
type Words = (typeof LANGUAGES)[number];

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });

/** Starts a scenario and gives the link to the verification that it made, with its tag. */
async function start(page: Page, words: Words, name: string): Promise<{ link: Locator; tag: string }> {
  await page.getByLabel(words.search).fill(name);
  const entry = page.getByRole("listitem").filter({ has: button(page, words.startOf(name)) });
  await button(entry, words.startOf(name)).click();
  const link = entry.getByRole("link");
  await expect(link).toBeVisible();
  return { link, tag: (await link.textContent()) ?? "" };
}

for (const words of LANGUAGES) {
  test.describe(`Somebody without an account plays the service (${words.locale})`, () => {
    test.use({ locale: words.locale });
    expectTrouble();
    test.beforeEach(({ signInAs }) => signInAs("compliance"));

    test("finds a scenario, starts it, and sees the verification that it made", async ({ page }) => {
      await page.goto("/");
      await page.getByRole("navigation").getByRole("link", { name: words.page, exact: true }).click();
      await expect(page.getByRole("heading", { name: words.page, level: 1 })).toBeVisible();
      await page.getByLabel(words.search).fill(words.forComplete);
      await expect(button(page, words.startOf(words.complete))).toBeVisible();
      await expect(button(page, words.startOf(words.nothing))).toBeHidden();

      const { link, tag } = await start(page, words, words.complete);
      const played = page.getByRole("region", { name: words.played }).getByRole("listitem").filter({ hasText: tag });
      await expect(played.getByText(words.delivered)).toBeVisible();
      await expect(played.getByText(words.complete)).toBeVisible();

      await link.click();
      await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
    });

    test("lets the service fail, sees it on the page and in the banner, and ends it", async ({ page, settled }) => {
      await page.goto("/sandbox");
      await button(page, words.calls).click();
      await button(page, words.setOf(words.failing)).click();
      const active = page.getByRole("region", { name: words.active });
      await expect(active.getByText(words.failing)).toBeVisible();
      // Nothing but its opening asks for a reading of this one.
      const { link } = await start(page, words, words.nothing);
      await settled((await link.getAttribute("href"))?.split("/").at(-1) ?? "");
      await link.click();
      await expect(page.getByRole("status").filter({ hasText: words.ownFault })).toBeVisible();
      await expect(page.getByText(words.banner)).toBeVisible({ timeout: 40_000 });

      await page.goBack();
      await button(active, words.endOf(words.failing)).click();
      await expect(active.getByText(words.noFault)).toBeVisible();
    });

    test("lets a delivery get lost, and sees the gap that it leaves", async ({ page }) => {
      await page.goto("/sandbox");
      const { link, tag } = await start(page, words, words.nothing);
      const played = page.getByRole("region", { name: words.played }).getByRole("listitem").filter({ hasText: tag });
      await button(page, words.deliveries).click();
      await page.getByLabel(words.which, { exact: true }).selectOption(words.documentsChanged);
      await page.getByLabel(words.of, { exact: true }).selectOption(tag);
      await expect(page.getByLabel(words.howMany, { exact: true }).first()).toHaveValue("1");
      await button(page, words.setOf(words.lost)).click();
      const active = page.getByRole("region", { name: words.active }).getByRole("listitem").filter({ hasText: tag });
      await expect(active.getByText(words.lost)).toBeVisible();

      // The first document changes the status, and nobody hears of it; the second one starts from there.
      await button(played, words.workOn).click();
      await button(played, words.add).click();
      await expect(played.getByText(words.failed)).toBeVisible();
      await expect(active).toBeHidden();
      await button(played, words.add).click();
      await expect(played.getByText(words.onItsWay)).toBeVisible();
      await link.click();
      await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
      await expect(page.getByText(words.missing).first()).toBeVisible();
    });
  });
}

const [english] = LANGUAGES;

test.describe("Somebody works on a verification by hand", () => {
  expectTrouble();
  test.beforeEach(({ signInAs }) => signInAs("admin"));

  test("assigns a label, changes its comment and takes it off, and the focus is never lost", async ({ page }) => {
    await page.goto("/sandbox");
    const { tag, link } = await start(page, english, english.nothing);
    const played = page.getByRole("region", { name: english.played }).getByRole("listitem").filter({ hasText: tag });
    await button(played, english.workOn).click();
    const labels = played.getByRole("group", { name: "Labels" });
    await labels.getByLabel("Label to assign").selectOption("Prioritario");
    await labels.getByLabel("Comment (optional)").fill("Hoy.");
    await button(labels, "Assign").click();
    const comment = labels.getByLabel("Comment on Prioritario", { exact: true });
    await expect(comment).toHaveValue("Hoy.");
    await comment.fill("Mañana.");
    await comment.press("Enter");
    await expect(labels.getByText("Done: the event is on its way.")).toBeVisible();
    await expect(comment).toBeFocused();

    const opened = await page.context().newPage();
    await opened.goto((await link.getAttribute("href")) ?? "");
    const shown = opened.getByRole("region", { name: /^Labels/ });
    await expect(shown.getByText("Mañana.").first()).toBeVisible();
    await button(labels, "Remove Prioritario").click();
    await expect(labels.getByText("None is assigned.")).toBeVisible();
    await expect(labels).toBeFocused();
    await expect(shown.getByText("No label is assigned now.")).toBeVisible();
  });

  test("reopens a finished verification, and no other one", async ({ page }) => {
    await page.goto("/sandbox");
    const { tag } = await start(page, english, english.finish);
    const played = page.getByRole("region", { name: english.played }).getByRole("listitem").filter({ hasText: tag });
    await button(played, english.workOn).click();
    await button(played, "Reopen").click();
    await expect(played.getByText("It is reopened.")).toBeVisible();
    await expect(played.getByText("Only a finished verification can be reopened.")).toBeVisible();
    await expect(button(played, "Reopen")).toHaveAttribute("aria-disabled", "true");
  });

  test("takes up a verification of last month by its id, and is told when there is none such", async ({
    page,
    onlooker,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 404/);
    const { items } = await (await onlooker.get("/api/verifications?sort=created_at&limit=1")).json();
    const { verification_id, tag } = items[0];
    await page.goto("/sandbox");
    const region = page.getByRole("region", { name: english.played });
    const field = region.getByLabel("Work on another verification: its id");
    await field.fill("ver_nobody");
    await field.press("Enter");
    await expect(region.getByText("The embedded service does not know it, or no longer does.")).toBeVisible();
    await field.fill(verification_id);
    await button(region, "Add to the list").click();
    const listed = region.getByRole("listitem").filter({ hasText: tag });
    await expect(listed.getByText("worked on by hand")).toBeVisible();
    await expect(button(listed, english.workOn)).toBeVisible();
  });

  test("plays a scenario over a minute, and watches it come", async ({ page }) => {
    await page.goto("/sandbox");
    await page.getByText("Over a minute", { exact: true }).first().click();
    const { tag } = await start(page, english, english.finish);
    const played = page.getByRole("region", { name: english.played }).getByRole("listitem").filter({ hasText: tag });
    await expect(played.getByText(/\d+ steps to come/)).toBeVisible();
    await expect(played.getByText(/steps? to come/)).toBeHidden();
    await expect(played.getByText("Finished")).toBeVisible();
  });
});

test.describe("The page", () => {
  expectTrouble();
  test("keeps the pace that was chosen with the arrow keys", async ({ page, signInAs }) => {
    await signInAs("admin");
    await page.goto("/sandbox");
    const pace = page.getByRole("group", { name: "Steady activity" });
    await expect(pace.getByRole("radio", { name: "Steady" })).toBeChecked();
    await pace.getByRole("radio", { name: "Steady" }).press("ArrowLeft");
    await expect(page.getByText("A few events a minute, as in a quiet account.")).toBeVisible();
    await expect(pace.getByRole("radio", { name: "Slow" })).toBeChecked();
    await page.reload();
    await expect(pace.getByRole("radio", { name: "Slow" })).toBeChecked();
    await pace.getByRole("radio", { name: "Slow" }).press("ArrowRight");
    await expect(pace.getByRole("radio", { name: "Steady" })).toBeChecked();
  });

  test("lists faults, ends all of them, and keeps the focus", async ({ page, signInAs }) => {
    await signInAs("admin");
    await page.goto("/sandbox");
    await button(page, english.calls).click();
    await page.getByLabel("Which").first().selectOption("Webhooks");
    for (const name of ["No answer at all", "A redirect"]) await button(page, `Set: ${name}`).click();
    const active = page.getByRole("region", { name: english.active });
    await expect(active.getByText("until ended · not met yet · only Webhooks")).toHaveCount(2);
    await button(active, "End: A redirect").click();
    await expect(active.getByRole("listitem")).toHaveCount(1);
    await button(page, "Set: A redirect").click();
    await button(active, "End all").click();
    await expect(active.getByText(english.noFault)).toBeVisible();
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });

  test("says that the embedded service is away, and what that means", async ({ page, signInAs }) => {
    await signInAs("admin");
    await page.goto("/sandbox");
    await expect(page.getByRole("region", { name: english.played })).toBeVisible();
    await page.route("**/api/sandbox", (route) =>
      route.fulfill({ status: 503, json: { success: false, code: "SERVICE_UNREACHABLE", message: "", timestamp: "" } }),
    );
    const away = page.getByRole("alert").filter({ hasText: "The embedded service does not answer" });
    await expect(away).toBeVisible();
    const asked = page.waitForRequest("**/api/sandbox");
    await away.getByRole("button", { name: "Try again" }).click();
    await asked;
    // What it is asked next, by the button or by the clock, it answers.
    await page.unroute("**/api/sandbox");
    await pressIfStill(away.getByRole("button", { name: "Try again" }));
    await expect(away).toBeHidden();
  });

  test("is not there for support", async ({ page, signInAs, expectedNoise }) => {
    expectedNoise.push(...NOT_FOUND_NOISE);
    await signInAs("support");
    await page.goto("/verifications");
    await expect(page.getByRole("navigation").getByRole("link", { name: "Verifications" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Sandbox" })).toHaveCount(0);
    expect((await page.goto("/sandbox"))?.status()).toBe(404);
  });

  test("brings its code and words to no other page", async ({ page, signInAs }) => {
    await signInAs("admin");
    const sent = collectScripts(page);
    const answer = await page.goto("/verifications", { waitUntil: "load" });
    expect(await answer?.text()).not.toContain("findings-outside-enum");
    const scripts = await sent();
    expect(scripts.length).toBeGreaterThan(0);
    for (const { text, url } of scripts) expect(text, url).not.toContain("findings-outside-enum");
  });

  test("fits a phone", async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signInAs("compliance");
    await page.goto("/sandbox");
    await start(page, english, english.nothing);
    await button(page.getByRole("region", { name: english.played }), english.workOn)
      .first()
      .click();
    for (const group of [english.calls, english.deliveries]) await button(page, group).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test("has nothing grave for axe, with everything opened, in either theme", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/sandbox");
    await start(page, english, english.nothing);
    await page.getByLabel(english.search).fill("");
    for (const group of [english.calls, english.deliveries]) await button(page, group).click();
    await page.getByLabel(english.which, { exact: true }).first().selectOption("Webhooks");
    await button(page, "Set: A redirect").click();
    await expect(page.getByRole("region", { name: english.active }).getByText("A redirect")).toBeVisible();
    await button(page.getByRole("region", { name: english.played }), english.workOn)
      .first()
      .click();
    expect(await faultsInBothThemes(page, { graveOnly: true })).toEqual([]);
  });
});
