import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { startInstallation } from "#e2e/support/installation.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { createProgress } from "#lib/launch/starting/progress.ts";
import { serveStartingPage } from "#lib/launch/starting/server.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { freePort } from "#tools/test/free-ports.ts";

/* The page of a start, by the real launcher, from the first second that its address answers. */

/** Waits until the address answers for the first time. */
async function firstAnswer(origin: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(origin).catch(() => null);
    if (answer) return answer;
    await delay(20);
  }
}

test("strangers who open the address in the first second see the steps, and arrive at the page for signing in", async ({
  browser,
}) => {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const starting = startInstallation({ PORT: port, SANDBOX_STORY: "on" });
  const first = await firstAnswer(origin);
  expect([first.status, first.headers.get("retry-after")]).toEqual([503, "2"]);
  const pages = await Promise.all(
    LOCALES.map(async (locale) => {
      const page = await (await browser.newContext({ locale })).newPage();
      await page.goto(`${origin}/verifications`);
      return { page, words: MESSAGES[locale].starting, signIn: MESSAGES[locale].access.signIn };
    }),
  );
  for (const { page, words } of pages) {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.title);
    await expect(page.getByRole("status")).toContainText(words.now);
    await expect(page.getByRole("listitem").filter({ hasText: words.step.dashboard })).toContainText(
      words.state.waiting,
    );
    await expect(page.getByRole("link")).toHaveCount(0);
    await expectAccessible(page);
    await expect(page.getByRole("listitem").filter({ hasText: words.step.database })).toContainText(words.state.done);
  }
  const installation = await starting;
  for (const { page, signIn } of pages) {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(signIn.title);
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(new URL(page.url()).search).toContain("verifications");
    await page.context().close();
  }
  await installation.stop();
});

test("an open page shows each change, says when the start has failed or ended, and continues with the next start", async ({
  browser,
}) => {
  const words = MESSAGES["es-MX"].starting;
  const port = await freePort();
  const address = { APP_ORIGIN: `http://localhost:${port}`, HOST: "127.0.0.1", PORT: port };
  const serve = async () => {
    const progress = createProgress(["database", "build"]);
    return { progress, close: await serveStartingPage(address, progress) };
  };
  const page = await (await browser.newContext({ locale: "es-MX", colorScheme: "dark" })).newPage();
  const heading = page.getByRole("heading", { level: 1 });
  const row = (name: "database" | "build") => page.getByRole("listitem").filter({ hasText: words.step[name] });

  const first = await serve();
  const database = Promise.withResolvers<void>();
  const prepared = first.progress.during("database", () => database.promise).catch(() => undefined);
  await page.goto(address.APP_ORIGIN);
  await expect(page.getByRole("status")).toHaveText(`${words.now} ${words.step.database}`);
  await page.evaluate(() => document.body.setAttribute("data-kept", ""));
  void first.progress.during("build", () => new Promise(() => undefined));
  first.progress.noteBuild("  Creating an optimized production build ...");
  await expect(row("build")).toContainText(words.stage.compile);
  await expectAccessible(page);
  database.reject(new Error("no space"));
  await prepared;
  await expect(heading).toHaveText(words.failed.title);
  await expect(row("database")).toContainText(words.state.failed);
  await expect(page.getByRole("status")).toContainText(words.failed.about);

  await first.close();
  await expect(heading).toHaveText(words.ended.title);
  await expect(page.getByRole("status")).toContainText(words.ended.about);
  await expect(page.getByRole("list")).toBeHidden();

  const second = await serve();
  await expect(heading).toHaveText(words.title);
  await expect(row("database")).toContainText(words.state.waiting);
  await expect(page.locator("[data-kept]")).toHaveCount(1);

  await second.close();
  const dashboard = createServer((_request, response) => response.end("<h1>Panel</h1>"));
  await once(dashboard.listen(port, "127.0.0.1"), "listening");
  await expect(heading).toHaveText("Panel");
  await page.context().close();
  dashboard.close();
});
