import { basename } from "node:path";
import { defineConfig } from "@playwright/test";
import { findHeadlessBrowser } from "./e2e/support/browser.ts";
import { filesWithOwnInstallation } from "./e2e/support/own-installation.ts";

const browser = await findHeadlessBrowser();
const own = filesWithOwnInstallation("e2e");
// Each worker process reads this file again; the choice is said once, by the process that starts them.
if (!process.env.TEST_WORKER_INDEX) process.stdout.write(`Browser: ${browser.path} (from ${browser.from})\n`);

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/support/start.ts",
  // Specs wait for deliveries and pages as much as they compute: four keep two cores busy.
  workers: 4,
  // First what waits for an installation of its own: each file is a project, since a worker may go on with another file of
  // its own one, and leave it what the first has done to the installation. One with live data serves all other specs: each
  // of those stands for itself, and they keep all workers busy to the end.
  projects: [
    ...own.map((path) => ({ name: basename(path, ".spec.ts"), testMatch: `**/${path}`, fullyParallel: false })),
    { name: "shared", testIgnore: own.map((path) => `**/${path}`), fullyParallel: true },
  ],
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
    // A trace costs as much as the spec itself: `--trace on` for a spec that one looks into. What fails comes with its
    // last picture, and with the page as a screen reader has it.
    trace: "off",
    screenshot: "only-on-failure",
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
