import { expect, test } from "vitest";
import { missingNames, missingPaths } from "./citations.ts";

const citing = (...names: string[]): string => names.map((name) => `\`${name}\``).join(", ");

test("a cited path names a file, a folder, or a pattern of existing files", () => {
  expect(
    missingPaths(citing("lib/modules.ts", "lib/core", "tools/test/", "lib/*/module.ts", "lib/<module>/x.ts")),
  ).toEqual([]);
  const gone = ["lib/gone.ts", "lib/gone", "tools/gone/*.ts"];
  expect(missingPaths(citing(...gone))).toEqual(gone);
});

test("a cited file name is that of a file, with the cited part of its folder", () => {
  expect(missingNames(citing("claim.ts", "inbox/claim.ts", "*.db.test.ts", "claim"))).toEqual([]);
  expect(missingNames(citing("gone.ts", "outbox/claim.ts"))).toEqual(["gone.ts", "outbox/claim.ts"]);
});
