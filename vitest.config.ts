import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * How long a test may take before it counts as stuck. Far more than any needs: on a machine that has other work the
 * usual few seconds pass in waiting, and speed is the benchmark's concern (CONTRIBUTING).
 */
const STUCK_MS = 60_000;
/** Nothing here may stub what is global, the environment or a module: it would be stubbed for the next file as well. */
const PURE = ["{components,messages,lib/contract}/**/*.test.ts"];
const patience = { testTimeout: STUCK_MS, hookTimeout: STUCK_MS, expect: { poll: { timeout: STUCK_MS / 2 } } };

export default defineConfig({
  test: {
    // Many tests wait, for retries, restarts or the disk: half as many again as there are cores keep the cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        // Functions and nothing else: these files share a process and what they import, which costs more than they do.
        test: {
          ...patience,
          name: "pure",
          isolate: false,
          include: PURE,
          setupFiles: ["test/no-unexpected-console.ts"],
        },
      },
      {
        test: {
          ...patience,
          name: "unit",
          include: ["{app,lib}/**/*.test.ts"],
          exclude: [...PURE, "**/*.db.test.ts"],
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
