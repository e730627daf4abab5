import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "./support/fixtures.ts";
import { crash } from "./support/installation.ts";
import { listKeys, makeKey, serviceOf, wordsOfKeys } from "./support/keys.ts";

// The worker is killed here: these specs have an installation of their own.
test.use({ home: "own" });

const { rotation } = wordsOfKeys("en");

test("kill -9 of the worker in the middle of a rotation: the page goes on to its end, and no call fails meanwhile", async ({
  page,
  installation,
  signInAs,
  apiAs,
}) => {
  const api = await apiAs("admin");
  const spare = await makeKey(api, "spare");
  const before = (await listKeys(api)).find(({ current }) => current);
  await signInAs("admin");
  await page.goto("/keys");
  // With the answer lost there is a key to be found and deleted, whoever goes on.
  await serviceOf(installation).fault({ kind: "lost", method: "POST" });

  const watching = new AbortController();
  const failures: number[] = [];
  const calls = (async () => {
    while (!watching.signal.aborted) {
      const answer = await api.get("/api/api-keys");
      if (!answer.ok()) failures.push(answer.status());
      await delay(200);
    }
  })();
  await page.getByRole("button", { name: rotation.start }).click();
  await expect(page.getByRole("list", { name: rotation.steps })).toBeVisible();
  crash(installation, "worker");
  await expect(page.getByText(rotation.closing.draining)).toBeVisible();
  crash(installation, "worker");
  await page.reload();
  await expect(page.getByRole("list", { name: rotation.steps })).toBeVisible();
  await expect(page.getByText(/^Last rotated/)).toBeVisible({ timeout: 60_000 });
  watching.abort();
  await calls;
  expect(failures).toEqual([]);

  const after = await listKeys(api);
  expect(after.map(({ id }) => id)).not.toContain(before?.id);
  expect(after.map(({ current, id }) => current || id === spare.id)).toEqual([true, true]);
});
