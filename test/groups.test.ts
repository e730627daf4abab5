import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { groupsWithout, TEST_GROUPS } from "./groups.ts";

const names = (changed: string[]) => groupsWithout(changed).map(({ name }) => name);
const ALL = TEST_GROUPS.map(({ name }) => name);

it.each([
  ["a page of the documentation", "docs/design.md", ALL],
  ["a migration", "lib/server/db/migrations/9999_new.sql", []],
  ["a module that every process loads", "lib/server/base/env.ts", []],
  ["a module that only the launcher loads", "lib/launch/evidence.ts", ALL.filter((name) => name !== "installation")],
  ["a test of a group", "test/full-disk.db.test.ts", ALL.filter((name) => name !== "durability")],
])("after a change of %s those groups are left out that do not load it", (_, file, leftOut) => {
  expect(names([file])).toEqual(leftOut);
});

it("each file of a group has its tag, except the file of its one case", () => {
  for (const { name, tests } of TEST_GROUPS) {
    const files = globSync(tests);
    const tagged = files.filter((file) => readFileSync(file, "utf8").includes(name));
    expect(tagged.length, name).toBeGreaterThanOrEqual(Math.max(1, files.length - 1));
  }
});
