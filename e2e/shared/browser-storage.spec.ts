import { expect, test } from "#e2e/support/fixtures.ts";
import { browserStorageOf, EMPTY_STORAGE } from "#e2e/support/kept.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { peopleOf } from "#e2e/support/people.ts";

/** Preferences that a page may store, by name; none of them identifies a person. */
const PREFERENCES = new Set(["locale", "theme", "density", "timezone"]);

test("the browser stores only the session's cookie and preferences, and nothing after signing out; Back does not show the previous page", async ({
  page,
  context,
  signInAs,
  play,
  observer,
  expectedNoise,
}) => {
  expectedNoise.push(/Cleared data types: "cache", "storage"/, /status of 401/);
  const { id, tag } = await play("finished");
  const [person] = await peopleOf(observer, id);
  await signInAs("admin");
  await test.step("after work on a file and its people", async () => {
    // Usual actions: searching, opening a file and its people, going back.
    await page.goto(`/verifications?q=${tag}`);
    await live(page);
    await page.getByRole("link", { name: tag }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: tag })).toBeVisible();
    await page.getByRole("region", { name: "People" }).getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1, name: person?.full_name ?? "" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: tag })).toBeVisible();
    // The storage of each single page is checked in `spanish.spec.ts`, which opens all of them.
    expect(await browserStorageOf(page)).toEqual(EMPTY_STORAGE);
    const cookies = await context.cookies();
    const mine = cookies.filter(({ name }) => !PREFERENCES.has(name));
    for (const { name, value, httpOnly, secure, path } of mine) {
      expect([name, httpOnly, secure, path]).toEqual([expect.stringMatching(/^__Host-cotejo/), true, true, "/"]);
      expect(decodeURIComponent(value)).not.toMatch(new RegExp(`${id}|${tag}|@`));
    }
    expect(mine.length).toBeGreaterThan(0);
  });
  await test.step("after signing out, even if something had been kept", async () => {
    await page.evaluate(async () => {
      localStorage.setItem("kept", "kept");
      sessionStorage.setItem("kept", "kept");
      await (await caches.open("kept")).put("/kept", new Response("kept"));
      await new Promise((resolve) => {
        indexedDB.open("kept").onsuccess = resolve;
      });
    });
    expect((await browserStorageOf(page)).storage).toContain("kept=kept");
    const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: MESSAGES.en.shell.signOut }).click();
    expect(await (await ended).headerValue("clear-site-data")).toBe('"cache", "storage"');
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => browserStorageOf(page)).toEqual(EMPTY_STORAGE);
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(tag)).toHaveCount(0);
  });
});
