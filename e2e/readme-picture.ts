import { mkdirSync } from "node:fs";
import { chromium, expect } from "@playwright/test";
import { findBrowser } from "./support/browser.ts";
import { sandboxAccounts, startInstallation } from "./support/installation.ts";

/** Takes the README's picture of the list, from a whole installation with the sandbox's month in it. */

const FILE = "docs/images/verifications.png";
const PATIENCE_MS = 90_000;

const installation = await startInstallation({ SANDBOX_TIME_SCALE: "1" });
try {
  const { path, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/Mexico_City",
    baseURL: installation.origin,
  });
  const { email, password } = sandboxAccounts(installation.dataDir).find(({ role }) => role === "compliance") ?? {};
  await page.request.post("/api/session", { data: { email, password }, headers: { origin: installation.origin } });
  await expect.poll(pendingDeliveries, { timeout: PATIENCE_MS }).toBe(0);
  await page.goto("/verifications");
  await page.getByRole("table").getByRole("link").first().waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: /^Live$/ })
    .waitFor();
  mkdirSync("docs/images", { recursive: true });
  await page.screenshot({ path: FILE, animations: "disabled" });
  await browser.close();
  process.stdout.write(`${FILE}\n`);
} finally {
  await installation.stop();
}

async function pendingDeliveries(): Promise<number> {
  const answer = await fetch(`${installation.sandboxUrl}/sandbox/deliveries`);
  return ((await answer.json()) as { pending: number }).pending;
}
