import { setTimeout as delay } from "node:timers/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { crash } from "#e2e/support/installation.ts";
import { anotherPerson, filled, listKeys, makeKey, serviceOf, words } from "#e2e/support/keys.ts";

const { rotation } = words;

test.afterEach(({ sandbox }) => sandbox.clearAllFaults());

test("a rotation ends without a failed call despite a lost answer, two kills of its worker and a reload; a second admin sees it", {
  tag: "@journey",
}, async ({ page, browser, installation, signInAs, apiAs }) => {
  const api = await apiAs("admin");
  const before = await listKeys(api);
  const other = await anotherPerson(browser, installation, "admin");
  await other.goto("/keys");
  await expect(other.getByRole("button", { name: rotation.start })).toBeVisible();
  await signInAs("admin");
  await page.goto("/keys");
  const own = page.getByRole("listitem").filter({ hasText: words.entry.kept.current });
  const nameBefore = (await own.getByRole("heading").textContent()) ?? "";
  const stepsOn = (each: Page) => each.getByRole("list", { name: rotation.steps });
  const callingOn = callRepeatedly(api);

  await test.step("the page asks for confirmation once, and one rotation begins", async () => {
    // After the lost answer any worker must find the created key and delete it.
    await serviceOf(installation).fault({ kind: "lost", method: "POST" });
    await page.getByRole("button", { name: rotation.start }).click();
    const question = page.getByRole("dialog", { name: rotation.ask.title });
    await question.getByRole("button", { name: rotation.ask.submit }).click();
    await expect(question).toBeHidden();
    await expect(stepsOn(page)).toBeVisible();
    await expect(page.getByText(/If you close this tab now/)).toBeVisible();
    const second = await api.post("/api/rotations", { data: {} });
    expect([second.status(), (await second.json()).code]).toEqual([409, "CONFLICT"]);
  });

  await test.step("the worker is killed, and the rotation continues", async () => {
    crash(installation, "worker");
    await page.reload();
    await expect(stepsOn(page)).toBeVisible();
    await expect(page.getByText(rotation.closing.draining)).toBeVisible();
    crash(installation, "worker");
  });

  await test.step("the second admin sees the rotation and its author without a reload, and cannot begin another", async () => {
    await expect(stepsOn(other)).toBeVisible();
    await expect(other.getByText(/^Started by /)).toBeVisible();
    await expect(other.getByRole("button", { name: rotation.start })).toBeHidden();
    await expect(other.getByText(rotation.closing.draining)).toBeVisible();
    await expect(stepsOn(other).locator("[aria-current=step]")).toContainText(rotation.step.draining);
  });

  await test.step("the rotation ends, and both admins find it listed with its steps", async () => {
    for (const each of [page, other]) {
      await expect(each.getByText(/^Last rotated/)).toBeVisible({ timeout: 60_000 });
      const history = each.getByRole("region", { name: new RegExp(words.history.title) });
      await history.getByText(words.history.own).first().click();
      const taken = history.getByRole("list", { name: rotation.steps }).first().getByRole("listitem");
      await expect(taken).toHaveCount(7);
      await expect(taken.locator("time")).toHaveCount(7);
    }
  });

  await test.step("one new key replaces the old key, and no other key is left", async () => {
    await expect(own.getByRole("heading")).not.toHaveText(nameBefore);
    await expect(own.getByRole("heading")).toHaveText(/^cotejo-dashboard-\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/);
    await expect(page.getByRole("heading", { name: nameBefore, exact: true })).toBeHidden();
    const idsBefore = before.map(({ id }) => id);
    const after = await listKeys(api);
    expect(after.filter(({ id }) => !idsBefore.includes(id)).map(({ current }) => current)).toEqual([true]);
    const old = before.find(({ current }) => current);
    expect(idsBefore.filter((id) => !after.some((key) => key.id === id))).toEqual([old?.id]);
    expect(await callingOn.failures()).toEqual([]);
  });
  await other.context().close();
  await expect.poll(async () => (await api.get("/api/health/ready")).json()).toMatchObject({ missing: [] });
});

test("after its key is revoked elsewhere, the dashboard adopts the key that an admin enters, asks for its name, and rotates it", async ({
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
  const spare = await makeKey(api, "entered");
  await makeKey(api, "not entered");
  const listed = await listKeys(api);
  const own = listed.find(({ current }) => current);
  const service = serviceOf(installation);
  expect(await service.call("DELETE", `/api-keys/${own?.id}`, spare.api_key)).toBe(200);

  await signInAs("admin");
  await page.goto("/keys");
  await expect(page.getByText(/The service refuses the dashboard's own key \(401\)/)).toBeVisible();
  const adopt = page.getByRole("region", { name: words.adopt.title });
  await adopt.getByLabel(words.adopt.field).fill(spare.api_key);
  await adopt.getByRole("button", { name: words.adopt.submit }).click();
  await expect(page.getByRole("status").filter({ hasText: words.adopted })).toBeFocused();
  await expect(adopt).toBeHidden();

  // The service does not report which of its keys that is: a user must decide before one is deleted.
  await expect(page.getByText(words.list.currentUnknown)).toBeVisible();
  await expect(page.getByText(words.entry.kept.unknown)).toHaveCount(listed.length - 1);
  const start = page.getByRole("button", { name: rotation.start });
  await start.click();
  const question = page.getByRole("dialog", { name: rotation.ask.title });
  const submit = question.getByRole("button", { name: rotation.ask.submit });
  const choice = question.getByRole("radiogroup", { name: rotation.name });
  await choice.getByRole("radio", { name: /^entered / }).check();
  await submit.click();
  // Behind a dialog no element has a role.
  await expect(question).toHaveCount(0);
  await expect(page.getByText(/^Last rotated/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "entered", exact: true })).toBeHidden();
  await expect(page.getByRole("heading", { name: "not entered", exact: true })).toBeVisible();
  expect(await service.call("GET", "/api-keys", spare.api_key)).toBe(401);
  await expect(
    page.getByRole("button", { name: filled(words.entry.deleteNamed, { name: "not entered" }) }),
  ).toBeEnabled();
});

/** Requests the keys repeatedly, like a working system, and returns a function that reads its failures. */
function callRepeatedly(api: APIRequestContext) {
  const failures: string[] = [];
  let running = true;
  const calling = (async () => {
    while (running) {
      const answer = await api.get("/api/api-keys");
      if (!answer.ok()) failures.push(`${answer.status()}`);
      await delay(200);
    }
  })().catch((error) => void failures.push(`${error}`));
  return {
    async failures(): Promise<string[]> {
      running = false;
      await calling;
      return failures;
    },
  };
}
