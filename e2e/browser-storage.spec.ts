import type { Page } from "@playwright/test";
import { expect, NOT_FOUND_NOISE, test } from "./support/fixtures.ts";
import { live } from "./support/list.ts";
import { MESSAGES } from "./support/messages.ts";
import { addressOf, pagesOnDisk } from "./support/routes.ts";

/** What a page may choose to be kept, by name, and that names nobody. */
const PREFERENCES = new Set(["locale", "theme", "density", "timezone"]);

type Kept = { storage: string[]; databases: string[]; caches: string[]; workers: number };

/** Everything that this origin keeps in the browser, besides its cookies. */
const keptBy = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const entries = (storage: Storage) => Object.keys(storage).map((key) => `${key}=${storage.getItem(key)}`);
    return {
      storage: [...entries(localStorage), ...entries(sessionStorage)],
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ""),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    };
  });

const NOTHING: Kept = { storage: [], databases: [], caches: [], workers: 0 };

test("After a day's work on every page nothing is kept in the browser but the session's cookie and how pages look", async ({
  page,
  context,
  signInAs,
  play,
  expectedNoise,
}) => {
  expectedNoise.push(...NOT_FOUND_NOISE);
  test.setTimeout(240_000);
  const { id, tag } = await play("finished");
  await signInAs("admin");
  // What one does: searching, opening a file and its people, going back.
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  await page.getByRole("link", { name: tag }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: tag })).toBeVisible();
  const people = await (await page.request.get(`/api/verifications/${id}/people`)).json();
  const people_id = String(people.full_list[0]?.people_id ?? 1);
  for (const route of pagesOnDisk().filter(({ pattern }) => !/^\/(login|setup|invitation|reset)$/.test(pattern))) {
    await page.goto(addressOf(route, { verification_id: id, people_id }));
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    expect([route.pattern, await keptBy(page)]).toEqual([route.pattern, NOTHING]);
  }
  const cookies = await context.cookies();
  const mine = cookies.filter(({ name }) => !PREFERENCES.has(name));
  for (const { name, value, httpOnly, secure, path } of mine) {
    expect([name, httpOnly, secure, path]).toEqual([expect.stringMatching(/^__Host-cotejo/), true, true, "/"]);
    expect(decodeURIComponent(value)).not.toMatch(new RegExp(`${id}|${tag}|@`));
  }
  expect(mine.length).toBeGreaterThan(0);
});

test("Signing out clears what the browser keeps of this origin, and the page before is not there to go back to", async ({
  page,
  signInAs,
  play,
  expectedNoise,
}) => {
  expectedNoise.push(/Cleared data types: "cache", "storage"/, /status of 401/);
  const t = MESSAGES.en.shell;
  const { id, tag } = await play("finished");
  await signInAs("support");
  await page.goto(`/verifications/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: tag })).toBeVisible();
  // As if something had been kept after all.
  await page.evaluate(async () => {
    localStorage.setItem("kept", "kept");
    sessionStorage.setItem("kept", "kept");
    await (await caches.open("kept")).put("/kept", new Response("kept"));
    await new Promise((resolve) => {
      indexedDB.open("kept").onsuccess = resolve;
    });
  });
  expect((await keptBy(page)).storage).toContain("kept=kept");
  const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: t.signOut }).click();
  expect(await (await ended).headerValue("clear-site-data")).toBe('"cache", "storage"');
  await page.waitForURL(/\/login/);
  await expect.poll(() => keptBy(page)).toEqual(NOTHING);
  await page.goBack();
  await page.waitForURL(/\/login/);
  await expect(page.getByText(tag)).toHaveCount(0);
});
