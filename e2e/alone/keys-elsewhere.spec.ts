import { expect, test } from "#e2e/support/fixtures.ts";
import { anotherPerson, entryOf, filled, makeKey, serviceOf, words } from "#e2e/support/keys.ts";

const { elsewhere } = words;

test.beforeEach(async ({ signInAs, expectedNoise }) => {
  // The browser logs the handlers' answers while the service fails.
  expectedNoise.push(/status of (409|50\d)/);
  await signInAs("admin");
});
test.afterEach(({ sandbox }) => sandbox.clearAllFaults());

test("an admin rotates a key of another system: new key, shown once, installed, old key checked and deleted; another admin takes part", async ({
  page,
  browser,
  installation,
  apiAs,
}) => {
  const name = "a system with a rather long name, in production";
  const old = await makeKey(await apiAs("admin"), name);
  await page.goto("/keys");
  await page.getByRole("button", { name: filled(words.entry.rotateNamed, { name }) }).click();
  const start = page.getByRole("dialog", { name: filled(elsewhere.start.title, { name }) });
  await start.getByRole("button", { name: elsewhere.start.submit }).click();

  const reveal = page.getByRole("dialog").filter({ hasText: "svc_sk_live_" });
  const fresh = (await reveal.locator("code").textContent()) ?? "";
  const task = entryOf(page, filled(elsewhere.of, { name }));
  const other = await anotherPerson(browser, installation, "admin");
  const theirs = entryOf(other, filled(elsewhere.of, { name }));

  await test.step("another admin sees the open rotation, and not the value", async () => {
    await other.goto("/keys");
    await expect(theirs.getByText(elsewhere.next.held)).toBeVisible();
    await expect(other.getByRole("dialog")).toBeHidden();
    expect(await other.content()).not.toContain(fresh);
  });

  await test.step("once the value is stored, both keys are kept until the rotation ends", async () => {
    await reveal.getByRole("button", { name: words.secrets.reveal.stored }).click();
    await expect(task.getByRole("button", { name: elsewhere.switched })).toBeVisible();
    await page.reload();
    await expect(task.getByText(elsewhere.closing)).toBeVisible();
    // Neither of the two keys can be deleted by hand meanwhile.
    await expect(entryOf(page, name).getByText(words.entry.kept.replacing)).toBeVisible();
    await expect(task.getByText(elsewhere.lostAfterAll)).toBeVisible();
  });

  await test.step("the other admin confirms the installation, and the installed key is checked", async () => {
    await theirs.getByRole("button", { name: elsewhere.switched }).click();
    await expect(task.getByText(elsewhere.needed.title)).toBeVisible();
    await expect(task.getByText(elsewhere.needed.lastUseUnknown)).toBeVisible();
    const field = task.getByLabel(elsewhere.needed.field);
    await field.fill(old.api_key);
    await field.press("Enter");
    await expect(task.getByText(elsewhere.needed.found.old)).toBeVisible();
    await expect(field).toHaveValue("");
    await field.fill(fresh);
    await field.press("Enter");
    await expect(task.getByText(elsewhere.needed.found.new)).toBeVisible();
  });

  await test.step("the old key is deleted by its name, for both admins", async () => {
    await task.getByRole("button", { name: elsewhere.finish.open }).click();
    const finish = page.getByRole("dialog", { name: filled(elsewhere.finish.title, { name }) });
    await finish.getByRole("textbox").fill(name);
    await finish.getByRole("textbox").press("Enter");
    await expect(page.getByRole("status").filter({ hasText: filled(words.rotated, { name }) })).toBeFocused();
    await expect(task).toBeHidden();
    await expect(theirs).toBeHidden();
    const service = serviceOf(installation);
    expect(await service.call("GET", "/api-keys", old.api_key)).toBe(401);
    expect(await service.call("GET", "/api-keys", fresh)).toBe(200);
  });

  await test.step("the steps of the rotation are listed with their times", async () => {
    const history = page.getByRole("region", { name: new RegExp(words.history.title) });
    await history.getByText(filled(words.history.other, { name })).click();
    const taken = history.getByRole("list", { name: filled(elsewhere.step.title, { name }) }).getByRole("listitem");
    const { created, stored, switched, done } = elsewhere.step;
    await expect(taken).toHaveText([created, stored, switched, done].map((step) => new RegExp(step)));
    await expect(taken.locator("time")).toHaveCount(4);
  });
  await other.context().close();
});

test("a rotation with a lost answer stays open, leaves no second key when retried, and keeps the old key when stopped", async ({
  page,
  installation,
  apiAs,
}) => {
  const name = "orders";
  const api = await apiAs("admin");
  const old = await makeKey(api, name);
  const service = serviceOf(installation);
  await page.goto("/keys");
  await service.fault({ kind: "lost", method: "POST" });
  await page.getByRole("button", { name: filled(words.entry.rotateNamed, { name }) }).click();
  await page.getByRole("dialog").getByRole("button", { name: elsewhere.start.submit }).click();
  const task = entryOf(page, filled(elsewhere.of, { name }));
  await expect(task.getByText(elsewhere.problem.unknown)).toBeVisible();
  const ofThis = page.getByRole("heading", { level: 3, name: new RegExp(`^${name}-[0-9a-f]{8}$`) });
  // The list is slow: the dialogs are about the answer to the step.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/key-replacements", (route) => answered.then(() => route.continue()));
  await task.getByRole("button", { name: elsewhere.again }).click();
  await page.getByRole("button", { name: words.secrets.reveal.stored }).click();
  await expect(ofThis).toHaveCount(1);

  // Behind a dialog no element has a role.
  const newName = (await ofThis.textContent()) ?? "";
  await task.getByRole("button", { name: elsewhere.cancel.open }).click();
  const stop = page.getByRole("dialog", { name: filled(elsewhere.cancel.title, { name }) });
  await stop.getByRole("textbox").fill(newName);
  answer();
  await service.fault({ kind: "status", method: "DELETE", status: 500 });
  await stop.getByRole("textbox").press("Enter");
  await expect(stop.getByRole("alert").getByText(/gave no clear answer/)).toBeVisible();
  await stop.getByRole("textbox").press("Enter");
  await expect(page.getByText(filled(words.cancelled, { name }))).toBeVisible();
  await expect(task).toBeHidden();
  await expect(ofThis).toHaveCount(0);
  expect(await service.call("GET", "/api-keys", old.api_key)).toBe(200);
});
