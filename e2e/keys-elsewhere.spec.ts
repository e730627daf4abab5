import { expectSound } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { anotherPerson, entryOf, filled, LANGUAGES, makeKey, serviceOf, wordsOfKeys } from "./support/keys.ts";

// Keys are deleted here: these specs have an installation of their own.
test.use({ home: "own" });

for (const [language, locale] of LANGUAGES) {
  const words = wordsOfKeys(language);
  const { replacement } = words;

  test.describe(`An admin rotates a key that another system uses (${locale})`, () => {
    test.use({ locale });
    test.beforeEach(({ expectedNoise }) => {
      // What handlers answer for a service in trouble, which the browser notes.
      expectedNoise.push(/status of (409|50\d)/);
    });
    test.afterEach(({ sandbox }) => sandbox.healAll());

    test("new key, told once, put in place, the old one checked and deleted: also by another admin", async ({
      page,
      browser,
      installation,
      signInAs,
      apiAs,
    }) => {
      const name = `billing ${language}`;
      const old = await makeKey(await apiAs("admin"), name);
      await signInAs("admin");
      await page.goto("/keys");
      await page.getByRole("button", { name: filled(words.entry.replaceNamed, { name }) }).click();
      const start = page.getByRole("dialog", { name: filled(replacement.start.title, { name }) });
      await start.getByRole("button", { name: replacement.start.submit }).click();

      const reveal = page.getByRole("dialog").filter({ hasText: "svc_sk_live_" });
      const fresh = (await reveal.locator("code").textContent()) ?? "";
      const task = entryOf(page, filled(replacement.of, { name }));

      // Another admin sees that it is under way, and not the value.
      const other = await anotherPerson(browser, installation, "admin", locale);
      await other.goto("/keys");
      const theirs = entryOf(other, filled(replacement.of, { name }));
      await expect(theirs.getByText(replacement.next.held)).toBeVisible();
      await expect(other.getByRole("dialog")).toBeHidden();
      expect(await other.content()).not.toContain(fresh);

      await reveal.getByRole("button", { name: words.secrets.reveal.stored }).click();
      await expect(task.getByRole("button", { name: replacement.switched })).toBeVisible();
      await page.reload();
      await expect(task.getByText(replacement.closing)).toBeVisible();
      // Neither of the two is deleted by hand meanwhile.
      await expect(entryOf(page, name).getByText(words.entry.kept.replacing)).toBeVisible();

      await theirs.getByRole("button", { name: replacement.switched }).click();
      await expect(task.getByText(replacement.needed.title)).toBeVisible();
      await expect(task.getByText(replacement.needed.untold)).toBeVisible();
      const field = task.getByLabel(replacement.needed.field);
      await field.fill(old.api_key);
      await field.press("Enter");
      await expect(task.getByText(replacement.needed.found.old)).toBeVisible();
      await expect(field).toHaveValue("");
      await field.fill(fresh);
      await field.press("Enter");
      await expect(task.getByText(replacement.needed.found.new)).toBeVisible();

      await task.getByRole("button", { name: replacement.finish.open }).click();
      const finish = page.getByRole("dialog", { name: filled(replacement.finish.title, { name }) });
      await finish.getByRole("textbox").fill("another name");
      await finish.getByRole("textbox").press("Enter");
      await expect(finish.getByText(words.delete.differs)).toBeVisible();
      await finish.getByRole("textbox").fill(name);
      await finish.getByRole("textbox").press("Enter");
      await expect(page.getByRole("status").filter({ hasText: filled(words.replaced, { name }) })).toBeFocused();
      await expect(task).toBeHidden();
      await expect(theirs).toBeHidden();
      const service = serviceOf(installation);
      expect(await service.call("GET", "/api-keys", old.api_key)).toBe(401);
      expect(await service.call("GET", "/api-keys", fresh)).toBe(200);

      const history = page.getByRole("region", { name: new RegExp(words.history.title) });
      await history.getByText(filled(words.history.other, { name })).click();
      const taken = history.getByRole("list", { name: filled(replacement.step.title, { name }) }).getByRole("listitem");
      await expect(taken).toHaveText([
        new RegExp(replacement.step.created),
        new RegExp(replacement.step.stored),
        new RegExp(replacement.step.switched),
        new RegExp(replacement.step.done),
      ]);
      await expect(taken.locator("time")).toHaveCount(4);
      await other.context().close();
    });

    test("when the answer is lost it stays open; tried again it leaves no second key; stopped, the old one stays", async ({
      page,
      installation,
      signInAs,
      apiAs,
    }) => {
      const name = `orders ${language}`;
      const api = await apiAs("admin");
      const old = await makeKey(api, name);
      const service = serviceOf(installation);
      await signInAs("admin");
      await page.goto("/keys");
      await service.fault({ kind: "lost", method: "POST" });
      await page.getByRole("button", { name: filled(words.entry.replaceNamed, { name }) }).click();
      await page.getByRole("dialog").getByRole("button", { name: replacement.start.submit }).click();
      const task = entryOf(page, filled(replacement.of, { name }));
      await expect(task.getByText(replacement.problem.unknown)).toBeVisible();
      const ofThis = page.getByRole("heading", { level: 3, name: new RegExp(`^${name}-[0-9a-f]{8}$`) });
      await task.getByRole("button", { name: replacement.again }).click();
      await page.getByRole("button", { name: words.secrets.reveal.stored }).click();
      await expect(ofThis).toHaveCount(1);

      await task.getByRole("button", { name: replacement.cancel.open }).click();
      const stop = page.getByRole("dialog", { name: filled(replacement.cancel.title, { name }) });
      await stop.getByRole("textbox").fill((await ofThis.textContent()) ?? "");
      await service.fault({ kind: "status", method: "DELETE", status: 500 });
      await stop.getByRole("textbox").press("Enter");
      await expect(stop.getByRole("alert").getByText(/5xx/)).toBeVisible();
      await stop.getByRole("textbox").press("Enter");
      await expect(page.getByText(filled(words.cancelled, { name }))).toBeVisible();
      await expect(task).toBeHidden();
      await expect(ofThis).toHaveCount(0);
      expect(await service.call("GET", "/api-keys", old.api_key)).toBe(200);
    });
  });
}

test("Who has left one open for a day is reminded on every page, and led back", async ({ page, signInAs, apiAs }) => {
  const words = wordsOfKeys("en");
  const api = await apiAs("admin");
  const { id } = await makeKey(api, "left open");
  const begun = await (await api.post("/api/key-replacements", { data: { old_key_id: id } })).json();
  expect((await api.delete(`/api/reveals/${begun.created.reveal_id}`)).status()).toBe(204);
  await signInAs("admin");
  await page.goto("/");
  const banner = page.getByRole("status").filter({ hasText: "The rotation of the key “left open” is not finished." });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(banner).toBeHidden();
  const DAY_MS = 24 * 60 * 60 * 1000;
  await page.clock.install({ time: Date.now() + DAY_MS });
  await page.goto("/");
  await page.clock.fastForward("01:01");
  await banner.getByRole("link", { name: "Go on with it" }).click();
  await expect(entryOf(page, filled(words.replacement.of, { name: "left open" }))).toBeVisible();
  expect((await api.delete(`/api/key-replacements/${begun.replacement.id}`)).status()).toBe(200);
});

test.describe("An open rotation", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("fits a phone at each of its steps, and axe finds nothing grave", async ({ page, signInAs, apiAs }) => {
    const words = wordsOfKeys("en");
    const name = "a system with a rather long name, in production";
    const api = await apiAs("admin");
    const { id } = await makeKey(api, name);
    await signInAs("admin");
    const begun = await (await api.post("/api/key-replacements", { data: { old_key_id: id } })).json();
    const path = `/api/key-replacements/${begun.replacement.id}`;
    const task = entryOf(page, filled(words.replacement.of, { name }));
    const fits = async (said: string) => {
      await page.goto("/keys");
      await expect(task.getByText(said)).toBeVisible();
      await expectSound(page);
    };
    await fits(words.replacement.next.held);
    expect((await api.delete(`/api/reveals/${begun.created.reveal_id}`)).status()).toBe(204);
    await fits(words.replacement.lostAfterAll);
    expect((await api.post(`${path}/switched`)).status()).toBe(200);
    await fits(words.replacement.needed.title);
    expect((await api.post(`${path}/finish`)).status()).toBe(200);
  });
});
