import { expect, it } from "vitest";
import { lastUseOf, usedSince } from "#components/core/keys/still-needed.tsx";

const SWITCHED = "2026-11-21T12:00:00Z";

it.each<[Record<string, unknown>, string | null, boolean | null]>([
  [{ permission: "full" }, null, null],
  [{ last_used_at: "2026-11-21T11:59:59Z" }, "2026-11-21T11:59:59Z", false],
  [{ lastUsedAt: "2026-11-21T12:00:01Z" }, "2026-11-21T12:00:01Z", true],
  [{ last_used: null }, "never", false],
  [{ last_used_at: "recently" }, null, null],
  [{ last_used_at: 7 }, null, null],
])("the last use of %j is known as %s", (fields, lastUse, used) => {
  expect(lastUseOf(fields)).toBe(lastUse);
  expect(usedSince(lastUseOf(fields), SWITCHED)).toBe(used);
  expect(usedSince(lastUseOf(fields), null)).toBe(null);
});
