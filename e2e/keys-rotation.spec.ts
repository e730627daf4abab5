import type { Page } from "@playwright/test";
import type { ListedKeys } from "#lib/contract/keys/api-key-list.ts";
import { expectSound } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { anotherPerson, entryOf, filled, listKeys, makeKey, serviceOf, wordsOfKeys } from "./support/keys.ts";

// The dashboard's own key is rotated and revoked here: these specs have an installation of their own.
test.use({ home: "own" });

const words = wordsOfKeys("en");
const { rotation } = words;

test("A second admin sees a rotation go on, who began it, and cannot begin another; afterwards both find it listed", async ({
  page,
  browser,
  installation,
  signInAs,
  apiAs,
}) => {
  const api = await apiAs("admin");
  const other = await anotherPerson(browser, installation, "admin");
  await other.goto("/keys");
  await expect(other.getByRole("button", { name: rotation.start })).toBeVisible();
  await signInAs("admin");
  await page.goto("/keys");
  await page.getByRole("button", { name: rotation.start }).click();
  const stepsOn = (each: Page) => each.getByRole("list", { name: rotation.steps });
  await expect(stepsOn(page)).toBeVisible();
  const second = await api.post("/api/rotations", { data: {} });
  expect([second.status(), (await second.json()).code]).toEqual([409, "CONFLICT"]);

  // Without anybody loading their page again.
  await expect(stepsOn(other)).toBeVisible();
  await expect(other.getByText(/^Begun by /)).toBeVisible();
  await expect(other.getByRole("button", { name: rotation.start })).toBeHidden();
  await expect(other.getByText(rotation.closing.draining)).toBeVisible();
  await expect(stepsOn(other).locator("[aria-current=step]")).toContainText(rotation.step.draining);
  for (const each of [page, other]) {
    await expect(each.getByText(/^Last rotated/)).toBeVisible({ timeout: 60_000 });
    const history = each.getByRole("region", { name: new RegExp(words.history.title) });
    await history.getByText(words.history.own).first().click();
    const taken = history.getByRole("list", { name: rotation.steps }).getByRole("listitem");
    await expect(taken).toHaveCount(7);
    for (const step of await taken.all()) await expect(step.locator("time")).toBeVisible();
  }
  await expectSound(other);
  await other.context().close();
});

test("A key that is older than 90 days is marked, with what to do: the dashboard's own and another's", async ({
  page,
  signInAs,
  apiAs,
}) => {
  const api = await apiAs("admin");
  for (const name of ["aged", "young"]) await makeKey(api, name);
  const DAY_MS = 24 * 60 * 60 * 1000;
  // The service keeps no key that old at hand: its answer is aged on its way.
  await page.route("**/api/api-keys", async (route) => {
    const response = await route.fetch();
    const listed: ListedKeys = await response.json();
    const items = listed.items.map((key) =>
      key.current || key.name === "aged"
        ? { ...key, created_at: new Date(Date.now() - 91 * DAY_MS).toISOString() }
        : key,
    );
    await route.fulfill({ response, json: { ...listed, items } });
  });
  await signInAs("admin");
  await page.goto("/keys");
  await expect(entryOf(page, "aged").getByText(words.entry.old)).toBeVisible();
  const own = page.getByRole("listitem").filter({ hasText: words.entry.kept.current });
  await expect(own.getByText(words.entry.oldCurrent)).toBeVisible();
  await expect(page.getByText(/Not rotated in 90 days/)).toHaveCount(2);
  await expectSound(page);
});

test("Revoked behind its back, the dashboard takes another key that an admin enters, has it named, and rotates it", async ({
  page,
  installation,
  signInAs,
  apiAs,
  play,
  expectedNoise,
}) => {
  expectedNoise.push(/status of (409|50\d)/);
  const api = await apiAs("admin");
  await play("finished");
  const spare = await makeKey(api, "spare");
  await makeKey(api, "another");
  const listed = await listKeys(api);
  const own = listed.find(({ current }) => current);
  const service = serviceOf(installation);
  expect(await service.call("DELETE", `/api-keys/${own?.id}`, spare.api_key)).toBe(200);

  await signInAs("admin");
  await page.goto("/keys");
  await expect(page.getByText(/The service refuses the dashboard's own key \(401\)/)).toBeVisible();
  const adopt = page.getByRole("region", { name: words.adopt.title });
  await expectSound(page);
  await adopt.getByLabel(words.adopt.field).fill("svc_sk_live_made_up");
  await adopt.getByRole("button", { name: words.adopt.submit }).click();
  await expect(adopt.getByText(/The service refuses this key too \(401\)/)).toBeVisible();
  await adopt.getByRole("button", { name: words.adopt.offered }).click();
  await expect(adopt.getByText(/The service refuses the key in SVC_API_KEY too/)).toBeVisible();
  await adopt.getByLabel(words.adopt.field).fill(spare.api_key);
  await adopt.getByRole("button", { name: words.adopt.submit }).click();
  await expect(page.getByRole("status").filter({ hasText: words.adopted })).toBeFocused();
  await expect(adopt).toBeHidden();

  // The service does not tell which of its keys that is: nothing is deleted until somebody does.
  await expect(page.getByText(words.list.currentUnknown)).toBeVisible();
  await expect(page.getByText(words.entry.kept.unknown)).toHaveCount(listed.length - 1);
  const start = page.getByRole("button", { name: rotation.start });
  await expect(start).toBeDisabled();
  const choice = page.getByRole("group", { name: rotation.name });
  await expectSound(page);
  await choice.getByRole("radio", { name: /^spare / }).check();
  await start.click();
  await expect(page.getByText(/^Last rotated/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "spare", exact: true })).toBeHidden();
  await expect(page.getByRole("heading", { name: "another", exact: true })).toBeVisible();
  expect(await service.call("GET", "/api-keys", spare.api_key)).toBe(401);
  await expect(page.getByRole("button", { name: filled(words.entry.deleteNamed, { name: "another" }) })).toBeEnabled();
});
