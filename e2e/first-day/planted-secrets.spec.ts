import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "#e2e/support/first-day.ts";
import { API_KEY } from "#e2e/support/service.ts";

const PAGES = ["/", "/verifications", "/verifications/ver_planted", "/people", "/webhooks", "/deliveries", "/keys"];
const APIS = [
  "api-keys",
  "deliveries",
  "key-replacements",
  "overview",
  "receiver",
  "reveals",
  "rotations",
  "status",
  "verifications",
  "webhooks",
];

test("the dashboard's API key and its webhook's secret appear in no traffic, no log and no stored text", async ({
  page,
  installation,
  service,
  signInAsAdmin,
  deliver,
  sign,
  expectedNoise,
}) => {
  expectedNoise.push(/Failed to load resource/);
  const headers = { origin: installation.origin };
  const planted = [API_KEY, service.secret];
  const sent: { from: string; text: string }[] = [];
  const reading: Promise<void>[] = [];
  page.on("response", (response) => {
    const from = response.url();
    // The stream of live updates never ends.
    if (from.includes("/api/live")) return;
    reading.push(
      response.text().then(
        (text) => void sent.push({ from, text }),
        () => undefined,
      ),
    );
  });
  await signInAsAdmin();
  const connected = await page.request.post("/api/receiver", { headers });
  expect(connected.ok()).toBe(true);
  sent.push({ from: "what connecting answers", text: await connected.text() });
  const body = JSON.stringify({
    event_name: "verification.v2.created",
    data: { verification_id: "ver_planted", created_at: new Date().toISOString(), status: "pending" },
  });
  expect((await deliver(body, sign(body))).status).toBe(200);
  expect((await deliver(body, sign(body, { secret: "another" }))).status).toBe(401);

  await page.goto("/");
  for (const [index, path] of PAGES.entries()) {
    // Pages are opened by links; their documents are requested below.
    if (index > 0)
      await page.getByRole("main").or(page.getByRole("navigation")).locator(`a[href="${path}"]`).first().click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const document = await page.request.get(path);
    sent.push({ from: `the page ${path}`, text: await document.text() });
    sent.push({ from: `its parts`, text: await (await page.request.get(path, { headers: { rsc: "1" } })).text() });
  }
  for (const name of APIS) {
    for (const method of ["get", "post"] as const) {
      const answer = await page.request[method](`/api/${name}`, method === "get" ? {} : { headers, data: "{" });
      sent.push({ from: `${method} ${name}`, text: await answer.text() });
    }
  }
  // The key in use can be checked, and no answer repeats it.
  const check = await page.request.post("/api/key-checks", { headers, data: { api_key: API_KEY } });
  sent.push({ from: "the check of a key", text: await check.text() });
  await Promise.all(reading);

  expect(sent.filter(({ from }) => from.includes("/_next/static/chunks/")).length).toBeGreaterThan(10);
  for (const { from, text } of sent) for (const value of planted) expect(text.includes(value), from).toBe(false);

  const log = join("test-results", "installations", `${new URL(installation.origin).port}.log`);
  // Includes the database's files and its write-ahead log: no secret was ever stored in plain text.
  const stored = readdirSync(installation.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(stored.length).toBeGreaterThan(100);
  for (const file of [log, ...stored]) {
    const bytes = readIfThere(file);
    for (const value of planted) expect(bytes.includes(value), file).toBe(false);
  }
});

/** Null for a missing file, since the database removes its files at any time. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
