import { defineConfig } from "@playwright/test";
import { findHeadlessBrowser } from "./e2e/support/browser.ts";
import type { Kind, WorkerOptions } from "./e2e/support/fixtures.ts";

const browser = await findHeadlessBrowser();
// Each worker process reads this file again; the choice is said once, by the process that starts them.
if (!process.env.TEST_WORKER_INDEX) process.stdout.write(`Browser: ${browser.path} (from ${browser.from})\n`);

/**
 * One installation a folder. All but the shared one have their files run one after the other by one worker, since they
 * change what the whole installation shows; these come first, and the specs of the shared one keep all workers busy to
 * the end.
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
  // Specs wait for deliveries and pages as much as they compute: four keep two cores busy.
  workers: 4,
  projects: [
    project("alone"),
    project("first-day"),
    // A minute of doing nothing ends a session.
    project("short-sessions", {
      SESSION_IDLE_MINUTES: "1",
      SECOND_FACTOR_REQUIRED_FOR: "admins",
      PASSKEY_REQUIRED_FOR: "compliance",
    }),
    // The address of a PDF is good for two seconds.
    project("expired-pdf", { SANDBOX_TIME_SCALE: "450" }),
    project("shared"),
  ],
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Far above what anything takes on two idle cores: speed is the benchmark's to judge, not a deadline's.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  outputDir: "test-results/e2e",
  use: {
    locale: "en-US",
    timezoneId: "America/Mexico_City",
    // What moves is drawn sixty times a second, which costs a quarter of all processor time. One spec looks at motion.
    contextOptions: { reducedMotion: "reduce" },
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
