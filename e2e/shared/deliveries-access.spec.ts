import { expect, test } from "#e2e/support/fixtures.ts";
import { collectScripts } from "#e2e/support/scripts.ts";

test("a user who is no administrator has neither these pages nor links to them", async ({ apiAs }) => {
  for (const role of ["compliance", "support"] as const) {
    const reader = await apiAs(role);
    const markup = await (await reader.get("/verifications")).text();
    expect(markup, role).toContain('href="/people"');
    expect(markup, role).not.toContain('href="/deliveries');
    for (const path of ["", "/1", "/refusals", "/signature", "/missing"]) {
      expect((await reader.get(`/deliveries${path}`)).status(), `${role} ${path}`).toBe(404);
    }
  }
});

test("neither the pages' code nor their messages are sent with another page", async ({ page, signInAs }) => {
  await signInAs("admin");
  const sent = collectScripts(page);
  const answer = await page.goto("/people", { waitUntil: "load" });
  expect(await answer?.text()).not.toContain("Signature checker");
  const scripts = await sent();
  expect(scripts.length).toBeGreaterThan(0);
  for (const { text, url } of scripts) expect(text, url).not.toContain("secret_white_space");
});
