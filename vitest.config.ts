import { availableParallelism } from "node:os";
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { findHeadlessBrowser } from "#e2e/support/browser.ts";
import { SEED, scaledTimeout } from "#tools/test/effort.ts";
import { COMPONENT_TESTS, DATABASE_TESTS, TEST_GROUPS } from "#tools/test/groups.ts";

/**
 * The time after which a test counts as stuck: speed is measured by benchmarks (CONTRIBUTING). Tests that start whole
 * installations take 25 s on two idle cores, and fifteen times as long beside the other steps of `npm test` and other work.
 */
const TIMEOUT_MS = scaledTimeout(600_000);
const usual = { testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS, expect: { poll: { timeout: 90_000 } } };

/** Files share a process: starting one costs more time than running most files. */
const sharedProcess = {
  isolate: false,
  setupFiles: ["tools/test/fresh-modules.ts", "tools/test/seeded.ts", "tools/test/no-unexpected-console.ts"],
};

/** Tests that measure the memory of their process, so each needs its own. */
const MEMORY_TESTS = ["lib/core/server/curp-file/memory.test.ts"];

const browser = await findHeadlessBrowser();

/** Resolves `@/components/ui` by the `paths` of tsconfig.json. */
const resolve = { tsconfigPaths: true };

export default defineConfig({
  test: {
    // Tests wait for answers, processes and timeouts; the browser tests run beside them (tools/test/run.ts).
    maxWorkers: availableParallelism() + 1,
    env: {
      TEST_SEED: String(SEED),
      // Processes that load the same modules again and again find them compiled.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, ".cache", "compile"),
    },
    tags: TEST_GROUPS.map(({ name, about }) => ({ name, description: about })),
    projects: [
      {
        resolve,
        test: {
          ...usual,
          ...sharedProcess,
          name: "unit",
          include: [
            "{app,components,lib,messages}/**/*.test.ts",
            "tools/{bench,packaging}/**/*.test.ts",
            "tools/test/{,documents/,row-types/}*.test.ts",
          ],
          exclude: ["**/.next/**", "**/*.db.test.ts", ...MEMORY_TESTS],
        },
      },
      {
        resolve,
        test: {
          ...usual,
          name: "memory",
          include: MEMORY_TESTS,
          setupFiles: ["tools/test/no-unexpected-console.ts"],
        },
      },
      {
        resolve,
        define: { "process.env": {} },
        // Imports of the components: a package found later would reload the page of a running test.
        optimizeDeps: {
          include: [
            ...["react-dom", "react-dom/client", "next-intl", "radix-ui", "lucide-react", "get-nonce"],
            ...["@tanstack/react-query", "react-hook-form", "@hookform/resolvers/zod", "zod"],
            ...["class-variance-authority", "clsx", "tailwind-merge", "d3-array", "d3-shape", "axe-core"],
            ...["next/dynamic", "next/error", "next/link", "next/navigation"],
            "next/dist/shared/lib/app-router-context.shared-runtime",
            "next/dist/shared/lib/hooks-client-context.shared-runtime",
            ...["@simplewebauthn/browser", "pdfjs-dist/legacy/build/pdf.mjs", "qr"],
            ...["fflate", "papaparse", "read-excel-file/universal"],
          ],
        },
        test: {
          ...usual,
          name: "components",
          include: [COMPONENT_TESTS],
          // Pages beside each other would only slow the other projects, which keep the processors busy.
          fileParallelism: false,
          setupFiles: ["tools/test/no-unexpected-console.ts", "app/globals.css"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: "chromium" }],
            provider: playwright({
              // As long as `expect.poll`, so that a failure names the action.
              actionTimeout: 90_000,
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
          ...sharedProcess,
          setupFiles: [...sharedProcess.setupFiles, "tools/test/cheap-hashes.ts", "tools/test/row-types/record.ts"],
          name: "integration",
          include: [DATABASE_TESTS],
          globalSetup: ["tools/test/postgres.ts"],
        },
      },
      {
        resolve,
        test: {
          ...usual,
          name: "product",
          // The tests share the production build and its real processes, so they run one after the other.
          include: ["tools/test/product/*.test.ts"],
          globalSetup: ["tools/test/product/start.ts"],
          setupFiles: ["tools/test/no-unexpected-console.ts"],
          maxWorkers: 1,
        },
      },
    ],
  },
});
