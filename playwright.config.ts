import { defineConfig } from "@playwright/test";
import { findHeadlessBrowser } from "#e2e/support/browser.ts";
import type { Kind, WorkerOptions } from "#e2e/support/fixtures.ts";
import { slowedTimeout } from "#e2e/support/slow-page.ts";

const browser = await findHeadlessBrowser();
// Each worker process reads this file again; only the process that starts them prints the choice.
if (!process.env.TEST_WORKER_INDEX) process.stdout.write(`Browser: ${browser.path} (from ${browser.from})\n`);

/**
 * One project for each installation. The files of all projects but the shared one run one after the other in one worker,
 * since they change the whole installation. These projects start first, and the specs of the shared one keep all workers
 * busy to the end.
 */
const project = (kind: Kind, environment: Record<string, string> = {}) => ({
  name: kind,
  testDir: `e2e/${kind}`,
  ...(kind === "shared" ? { fullyParallel: true } : { workers: 1 }),
  use: { kind, environment },
});

export default defineConfig<object, WorkerOptions>({
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/support/start.ts",
  // Specs also wait for deliveries and pages: three keep two cores busy.
  workers: 3,
  projects: [
    project("alone"),
    project("first-day"),
    // The database is embedded as well, and the story is played.
    project("first-start", { SANDBOX_STORY: "on" }),
    // A session ends after a minute without actions.
    project("short-sessions", {
      SESSION_IDLE_MINUTES: "1",
      SECOND_FACTOR_REQUIRED_FOR: "admins",
      PASSKEY_REQUIRED_FOR: "compliance",
    }),
    // The address of a PDF is valid for two seconds.
    project("expired-pdf", { SANDBOX_TIME_SCALE: "450" }),
    project("shared"),
  ],
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Far above the time of any spec on two idle cores: benchmarks measure speed, not timeouts.
  timeout: slowedTimeout(300_000),
  expect: { timeout: slowedTimeout(60_000) },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  outputDir: "test-results/e2e",
  use: {
    locale: "en-US",
    timezoneId: "America/Mexico_City",
    // Animations are drawn sixty times a second, which costs a quarter of all processor time. One spec tests motion.
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs as much as the spec itself: use `--trace on` for the spec under investigation. A failure report has the
    // last screenshot, and the page as a screen reader reads it.
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
