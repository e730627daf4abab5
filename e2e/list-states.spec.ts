import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { newTag } from "./support/sandbox.ts";
import { BROKEN, pressIfStill } from "./support/trouble.ts";

/*
 * Loading, filtered to nothing and failed are told apart, in both languages. The fourth, an empty list, needs an
 * installation on which nothing has happened yet: `import-first-day.spec.ts`.
 */
const WORDS = {
  "en-US": {
    overview: "Overview",
    list: "Verifications",
    loading: "Loading verifications…",
    empty: "No verification has arrived yet",
    nothing: "Nothing matches these filters",
    clear: "Clear all filters",
    failed: "The list could not be loaded",
    cause: "The dashboard cannot reach its database at the moment.",
    safe: "Nothing is lost",
    retry: "Try again",
  },
  "es-MX": {
    overview: "Resumen",
    list: "Verificaciones",
    loading: "Cargando verificaciones…",
    empty: "Aún no llega ninguna verificación",
    nothing: "Nada coincide con estos filtros",
    clear: "Quitar todos los filtros",
    failed: "No se pudo cargar la lista",
    cause: "El panel no alcanza su base de datos en este momento.",
    safe: "No se pierde nada",
    retry: "Intentar de nuevo",
  },
};

const ANY_LIST = /\/api\/verifications\?/;

for (const locale of ["en-US", "es-MX"] as const) {
  const words = WORDS[locale];
  /** One of the states is there, and no other is. */
  const only = async (page: Page, state: "loading" | "empty" | "nothing" | "failed") => {
    const states = ["loading", "empty", "nothing", "failed"] as const;
    await expect(page.getByText(words[state]).first()).toBeAttached();
    for (const other of states.filter((entry) => entry !== state)) {
      await expect(page.getByText(words[other])).toHaveCount(0);
    }
  };

  test.describe(`In ${locale} the list tells`, () => {
    test.use({ locale });
    test.beforeEach(({ signInAs }) => signInAs("compliance"));

    test("that it is loading, in the size that it will have", async ({ page }) => {
      const { promise: held, resolve: go } = Promise.withResolvers<void>();
      await page.route(ANY_LIST, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto("/");
      await expect(page.getByRole("heading", { name: words.overview, level: 1 })).toBeVisible();
      await page.getByRole("navigation").getByRole("link", { name: words.list }).first().click();
      await expect(page.getByRole("status").filter({ hasText: words.loading })).toBeAttached();
      await only(page, "loading");
      // Whoever points at what stands in is shown the rows all the same.
      await page.getByRole("main").hover();
      go();
      await expect(page.getByRole("table", { name: words.list }).getByRole("link").first()).toBeVisible();
      await expect(page.getByText(words.loading)).toHaveCount(0);
    });

    test("that nothing passes the filters, which it names and offers to clear", async ({ page }) => {
      const tag = newTag();
      await page.goto(`/verifications?q=${tag}`);
      await only(page, "nothing");
      await expect(page.getByRole("main").getByText(tag).last()).toBeVisible();
      await page.getByRole("button", { name: words.clear, exact: true }).click();
      await expect(page).toHaveURL("/verifications");
      await expect(page.getByRole("table", { name: words.list }).getByRole("link").first()).toBeVisible();
    });

    test("that it failed, why, that nothing is lost, and what to do", async ({ page, expectedNoise }) => {
      expectedNoise.push(/status of 503/);
      await page.goto("/verifications");
      await page.route(ANY_LIST, (route) => route.fulfill(BROKEN));
      await page.getByRole("search").getByRole("textbox").fill("anything");
      const alert = page.getByRole("main").getByRole("alert");
      for (const text of [words.failed, words.cause, words.safe]) await expect(alert).toContainText(text);
      await only(page, "failed");
      await page.unroute(ANY_LIST);
      await pressIfStill(alert.getByRole("button", { name: words.retry }));
      await expect(page.getByText(words.nothing).first()).toBeAttached();
      await only(page, "nothing");
    });
  });
}
