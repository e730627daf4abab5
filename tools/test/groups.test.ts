import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SETUP, TEST_GROUPS, testsWithout } from "./groups.ts";
import { closureOf } from "./imports.ts";

const names = (changed: string[]) => testsWithout(changed).groups.map(({ name }) => name);
const ALL = TEST_GROUPS.map(({ name }) => name);

it.each([
  ["a page of the documentation", "docs/design.md", ALL],
  ["a migration", "lib/platform/server/db/migrations/9999_new.sql", []],
  ["a module that every process loads", "lib/platform/server/base/env.ts", []],
  ["a module that only the launcher loads", "lib/launch/evidence.ts", ALL.filter((name) => name !== "installation")],
  ["a test of a group", "tools/test/full-disk.db.test.ts", ALL.filter((name) => name !== "durability")],
])("after a change of %s those groups are left out that do not load it", (_, file, leftOut) => {
  expect(names([file])).toEqual(leftOut);
});

it.each([
  ["a page of the documentation", "docs/design.md", []],
  ["a component", "components/desk/review/undo-toast.tsx", ["components/desk/review/queue/queue-row.browser.test.tsx"]],
  ["the module of a started process", "lib/sandbox/server.ts", ["components/kit/text-link.browser.test.tsx"]],
])("after a change of %s the single files of tests are left out that do not load it", (_, file, leftOut) => {
  const { files } = testsWithout([file]);
  expect(files).toEqual(expect.arrayContaining(leftOut));
  expect(files.includes("lib/sandbox/main.db.test.ts")).toBe(file !== "lib/sandbox/server.ts");
  expect(files.some((name) => name.startsWith("components/desk/review/bulk"))).toBe(!file.startsWith("components/"));
});

it.each([
  ["a route, which tests find by its file", "app/api/users/route.ts", "app/api/every-route.db.test.ts"],
  ["a style sheet", "components/kit/list/list.css", "components/desk/review/queue/queue-row.browser.test.tsx"],
  ["a document that a test reads", "docs/permissions.md", "app/api/every-route.db.test.ts"],
])("after a change of %s its tests run", (_, file, test) => {
  const { files } = testsWithout([file]);
  expect(files).not.toContain(test);
  expect(files.length).toBeGreaterThan(200);
});

it.each(["tools/test/kit.grit", "vitest.config.ts", "tools/test/postgres.ts", "app/globals.css"])(
  "after a change of %s no file is left out",
  (file) => {
    expect(testsWithout([file])).toEqual({ groups: [], files: [] });
  },
);

it("knows the modules that vitest loads before these tests", () => {
  const named = readFileSync("vitest.config.ts", "utf8").matchAll(/"(tools\/test\/(?!product\/)[\w/-]+\.ts)"/g);
  expect([...new Set([...named].map(([, file]) => file))].toSorted()).toEqual(SETUP.toSorted());
});

it("knows the processes that tests start by the names of their modules", () => {
  expect(closureOf(["tools/test/durability.db.test.ts"])).toContain("lib/worker/worker.ts");
  expect(closureOf(["tools/test/product/launch.test.ts"])).toContain("lib/receiver/receiver.ts");
});

it("each file of a group has its tag, except the file of its one case", () => {
  for (const { name, tests } of TEST_GROUPS) {
    const files = globSync(tests);
    const tagged = files.filter((file) => readFileSync(file, "utf8").includes(name));
    expect(tagged.length, name).toBeGreaterThanOrEqual(Math.max(1, files.length - 1));
  }
});
