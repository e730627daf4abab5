import { expect, test } from "vitest";
import { proposedName } from "./key-dialogs.tsx";

const now = new Date("2026-11-20T12:00:00Z");

test.each([
  [[], "api-2026-11-20"],
  [["billing", null], "api-2026-11-20"],
  [["api-2026-11-20"], "api-2026-11-20-2"],
  [["api-2026-11-20", "api-2026-11-20-2"], "api-2026-11-20-3"],
])("beside the keys %j the proposed name of a new one is %s", (names, name) => {
  expect(
    proposedName(
      names.map((name) => ({ name })),
      now,
    ),
  ).toBe(name);
});
