import { defineConfig } from "vitest/config";

/**
 * How long a test may take before it counts as stuck. Far more than any needs: on a machine that has other work the
 * usual few seconds pass in waiting, and speed is the benchmark's concern (CONTRIBUTING).
 */
const STUCK_MS = 60_000;
const patience = { testTimeout: STUCK_MS, hookTimeout: STUCK_MS, expect: { poll: { timeout: STUCK_MS / 2 } } };

export default defineConfig({
  test: {
    // Left to itself vitest keeps a core for watching: of two that is half.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          ...patience,
          name: "unit",
          include: ["{app,components,lib,messages}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          setupFiles: ["test/no-unexpected-console.ts"],
        },
      },
      {
        test: {
          ...patience,
          name: "integration",
          include: ["{app,lib,test}/**/*.db.test.ts"],
          globalSetup: ["test/postgres.ts"],
          setupFiles: ["test/no-unexpected-console.ts"],
        },
      },
    ],
  },
});
