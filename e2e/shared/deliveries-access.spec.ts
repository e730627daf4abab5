import { expect, test } from "#e2e/support/fixtures.ts";
import { collectScripts } from "#e2e/support/scripts.ts";

test("neither the pages' code nor their messages are sent with another page", async ({ page, signInAs }) => {
  await signInAs("admin");
  const sent = collectScripts(page);
  const answer = await page.goto("/people", { waitUntil: "load" });
  expect(await answer?.text()).not.toContain("Signature checker");
  const scripts = await sent();
  expect(scripts.length).toBeGreaterThan(0);
  for (const { text, url } of scripts) expect(text, url).not.toContain("secret_white_space");
});
