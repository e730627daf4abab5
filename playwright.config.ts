import { defineConfig } from "@playwright/test";
import { findBrowser } from "./e2e/support/browser.ts";

const browser = await findBrowser();
// Each worker process reads this file again; the choice is said once, by the process that starts them.
if (!process.env.TEST_WORKER_INDEX) process.stdout.write(`Browser: ${browser.path} (from ${browser.from})\n`);

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/support/start.ts",
  // One installation with live data serves all specs; two browsers at once are what two cores carry.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Far above what anything takes on two idle cores: speed is the benchmark's to judge, not a deadline's.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  outputDir: "test-results/e2e",
  use: {
    locale: "en-US",
    timezoneId: "America/Mexico_City",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: browser.path,
      env: { ...(process.env as Record<string, string>), ...browser.env },
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
