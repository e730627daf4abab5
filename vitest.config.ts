import { availableParallelism } from "node:os";
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { findHeadlessBrowser } from "./e2e/support/browser.ts";
import { SEED, scaledTimeout } from "./test/effort.ts";

/**
 * How long a test may take before it counts as stuck. Far more than any needs: on a machine that has other work the
 * usual few seconds pass in waiting, and speed is the benchmark's concern (CONTRIBUTING).
 */
const STUCK_MS = scaledTimeout(180_000);
const usual = { testTimeout: STUCK_MS, hookTimeout: STUCK_MS, expect: { poll: { timeout: STUCK_MS / 2 } } };

/** Files share a process, which costs more to start than most of them to run, and nothing else. */
const together = {
  isolate: false,
  setupFiles: ["test/fresh-modules.ts", "test/seeded.ts", "test/no-unexpected-console.ts"],
};

/** What these measure is of a process of their own. */
const MEASURES_MEMORY = ["lib/server/curp-file/memory.test.ts"];

const browser = await findHeadlessBrowser();

/** `@/components/ui`, as `paths` of tsconfig.json has it. */
const resolve = { tsconfigPaths: true };

export default defineConfig({
  test: {
    // Tests wait as much as they compute: for answers, for processes, for limits to pass.
    maxWorkers: 2 * availableParallelism(),
    env: {
      TEST_SEED: String(SEED),
      // Processes that load the same modules again and again find them compiled.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, ".cache", "compile"),
    },
    projects: [
      {
        resolve,
        test: {
          ...usual,
          ...together,
          name: "unit",
          include: ["{app,bench,components,lib,messages}/**/*.test.ts", "test/{,row-types/}*.test.ts"],
          exclude: ["**/.next/**", "**/*.db.test.ts", ...MEASURES_MEMORY],
        },
      },
      {
        resolve,
        test: {
          ...usual,
          name: "memory",
          include: MEASURES_MEMORY,
          setupFiles: ["test/no-unexpected-console.ts"],
        },
      },
      {
        resolve,
        define: { "process.env": {} },
        // What the components import: a package that is met later has the page of a running test loaded anew.
        optimizeDeps: {
          include: [
            ...["react-dom", "react-dom/client", "next-intl", "radix-ui", "lucide-react"],
            ...["class-variance-authority", "clsx", "tailwind-merge", "next/link", "d3-array", "d3-shape"],
          ],
        },
        test: {
          ...usual,
          name: "components",
          include: ["components/**/*.browser.test.tsx"],
          setupFiles: ["test/no-unexpected-console.ts", "app/globals.css"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: "chromium" }],
            provider: playwright({
              launchOptions: {
                executablePath: browser.path,
                env: { ...(process.env as Record<string, string>), ...browser.env },
                args: ["--no-sandbox"],
              },
            }),
          },
        },
      },
      {
        resolve,
        test: {
          ...usual,
          ...together,
          setupFiles: [...together.setupFiles, "test/cheap-hashes.ts", "test/row-types/record.ts"],
          name: "integration",
          include: ["{app,lib,test}/**/*.db.test.ts"],
          globalSetup: ["test/postgres.ts"],
        },
      },
      {
        resolve,
        test: {
          ...usual,
          name: "product",
          // Over the production build and its real processes, which all of them share: one after the other.
          include: ["test/product/*.test.ts"],
          globalSetup: ["test/product/start.ts"],
          setupFiles: ["test/no-unexpected-console.ts"],
          maxWorkers: 1,
        },
      },
    ],
  },
});
