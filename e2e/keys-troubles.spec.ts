import type { Page } from "@playwright/test";
import { expectSound } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { entryOf, filled, LANGUAGES, makeKey, serviceOf, wordsOfKeys } from "./support/keys.ts";

// Faults are placed on the calls that every page with keys makes.
test.use({ home: "own" });

for (const [language, locale] of LANGUAGES) {
  const words = wordsOfKeys(language);
  const check = words.check.result;

  test.describe(`When the service is in trouble an admin is told what, and what to do (${locale})`, () => {
    test.use({ locale });
    test.beforeEach(async ({ signInAs, expectedNoise }) => {
      expectedNoise.push(/status of (404|403|409|50\d)/);
      await signInAs("admin");
    });
    test.afterEach(({ sandbox }) => sandbox.healAll());

    for (const [trouble, fault, said] of [
      ["a missing permission", { kind: "status", status: 403 }, /\(403\)/],
      ["a fault of the service", { kind: "status", status: 500 }, /\(5xx\)/],
      ["no such path", { kind: "status", status: 404 }, /\(404\)/],
      ["no answer in time", { kind: "hang" }, language === "en" ? /did not answer in time/ : /no respondió a tiempo/],
    ] as const) {
      test(`the list meets ${trouble}, and is asked again by a button`, async ({ page, sandbox, installation }) => {
        await serviceOf(installation).fault({ ...fault, method: "GET", count: 1_000 });
        await page.goto("/keys");
        const list = page.getByRole("region", { name: words.list.title });
        await expect(list.getByRole("alert").getByText(said)).toBeVisible();
        await expect(list.getByText(words.list.nothingLost)).toBeVisible();
        await expectSound(page);
        await sandbox.healAll();
        await list.getByRole("button", { name: words.list.retry }).click();
        await expect(page.getByText(words.entry.current, { exact: true })).toBeVisible();
        await expect(list.getByRole("alert").getByText(/./)).toBeHidden();
      });
    }

    test("a key that is deleted meanwhile, or whose deletion is not answered", async ({
      page,
      apiAs,
      installation,
    }) => {
      const service = serviceOf(installation);
      const names = [`gone ${language}`, `unanswered ${language}`] as const;
      const api = await apiAs("admin");
      const gone = await makeKey(api, names[0]);
      await makeKey(api, names[1]);
      await page.goto("/keys");
      const dialog = await openDelete(page, names[0]);
      expect(await service.call("DELETE", `/api-keys/${gone.id}`, gone.api_key)).toBe(200);
      await dialog.getByRole("textbox").press("Enter");
      await expect(dialog.getByRole("alert").getByText(/\(404\)/)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(entryOf(page, names[0])).toBeHidden();

      const second = await openDelete(page, names[1]);
      await service.fault({ kind: "hang", method: "DELETE" });
      await second.getByRole("textbox").press("Enter");
      await expect(
        second
          .getByRole("alert")
          .getByText(language === "en" ? /not known whether the key was deleted/ : /No se sabe si/),
      ).toBeVisible();
      await second.getByRole("textbox").press("Enter");
      await expect(page.getByText(filled(words.deleted, { name: names[1] }))).toBeVisible();
    });

    test("a key that is being checked: not allowed, or it could not be told", async ({ page, apiAs, installation }) => {
      const name = `checked ${language}`;
      const { api_key } = await makeKey(await apiAs("admin"), name);
      await page.goto("/keys");
      const section = page.getByRole("region", { name: words.check.title });
      const ask = async () => {
        await section.getByLabel(words.check.field).fill(api_key);
        await section.getByRole("button", { name: words.check.submit }).click();
      };
      await ask();
      await expect(section.getByText(check.works.title, { exact: true })).toBeVisible();
      await expect(section.getByText(filled(words.check.same, { name }))).toBeVisible();
      const service = serviceOf(installation);
      for (const [status, result] of [
        [403, check.forbidden],
        [404, check.unknown],
        [500, check.unknown],
      ] as const) {
        // The service is asked again by itself only after a fault of its own.
        await service.fault({ kind: "status", method: "GET", status, count: status === 500 ? 3 : 1 });
        await ask();
        await expect(section.getByText(result.body)).toBeVisible();
      }
      await expectSound(page);
    });

    async function openDelete(page: Page, name: string) {
      await page.getByRole("button", { name: filled(words.entry.deleteNamed, { name }) }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").fill(name);
      return dialog;
    }
  });
}
