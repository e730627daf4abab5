import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "#e2e/support/axe.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";

/* The tasks of docs/first-ten-minutes.md, on the first start of a stranger with the story. */

const WIDTHS = [1440, 768, 360];
type Words = (typeof MESSAGES)["en"];

/** Checks a page at each width in the light theme, and once in the dark one. */
async function expectReadable(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
}

const rows = (page: Page) => page.getByRole("main").getByRole("row");

type Task = { path: string; seen: (page: Page, words: Words) => Promise<unknown> };

const DECISIONS: Task = {
  path: "/decisions",
  seen: (page) => expect.poll(() => rows(page).count()).toBeGreaterThan(10),
};

const TASKS: Record<"compliance" | "admin" | "support" | "auditor", Task[]> = {
  compliance: [
    {
      path: "/",
      seen: async (page, { morning }) => {
        await expect(page.getByRole("main").getByRole("link", { name: morning.counts.to_approve })).toBeVisible();
        await expect(page.getByRole("heading", { name: morning.next.title })).toBeVisible();
        await expect(page.getByText("Mariana Robles")).toBeVisible();
      },
    },
    {
      path: "/review?lane=approval",
      seen: (page) => expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible(),
    },
    DECISIONS,
    {
      path: "/insights",
      seen: (page, { insights }) => expect(page.getByRole("heading", { name: insights.title, level: 1 })).toBeVisible(),
    },
  ],
  admin: [
    {
      path: "/",
      seen: (page, words) => expect(page.getByRole("region", { name: words["first-steps"].title })).toBeVisible(),
    },
    { path: "/webhooks", seen: (page) => expect(page.getByText("Cotejo dashboard").first()).toBeVisible() },
    { path: "/keys", seen: (page, { keys }) => expect(page.getByText(keys.history.title)).toBeVisible() },
  ],
  support: [
    {
      path: "/people",
      seen: (page, { people }) => expect(page.getByLabel(people.search.label).first()).toBeVisible(),
    },
  ],
  auditor: [
    {
      path: "/",
      seen: (page, { decisions }) =>
        expect(page.getByRole("main").getByRole("link", { name: decisions.title })).toBeVisible(),
    },
    DECISIONS,
    {
      path: "/evidence",
      seen: (page, { evidence }) => expect(page.getByRole("heading", { name: evidence.title, level: 1 })).toBeVisible(),
    },
  ],
};

for (const role of ["compliance", "admin", "support", "auditor"] as const)
  for (const locale of LOCALES)
    test(`the role ${role} sees the first tasks in ${locale} at each width and in both themes`, async ({
      browser,
      installation,
    }) => {
      const { origin } = installation;
      const context = await browser.newContext({ baseURL: origin, locale });
      const signedIn = await context.request.post("/api/session", {
        data: accountOf(installation, role),
        headers: { origin },
      });
      expect(signedIn.ok()).toBe(true);
      const page = await context.newPage();
      for (const { path, seen } of TASKS[role])
        await test.step(path, async () => {
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.goto(path);
          await expect(page.locator("html")).toHaveAttribute("lang", locale === "en" ? "en" : locale);
          await seen(page, MESSAGES[locale] as Words);
          await expectReadable(page);
        });
      await context.close();
    });
