import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{app,components,lib,messages}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          setupFiles: ["test/no-unexpected-console.ts"],
        },
      },
      {
        test: {
          name: "integration",
          include: ["{app,lib,test}/**/*.db.test.ts"],
          globalSetup: ["test/postgres.ts"],
          setupFiles: ["test/no-unexpected-console.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
