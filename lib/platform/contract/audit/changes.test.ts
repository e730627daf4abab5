import { expect, it } from "vitest";
import { fieldChanges } from "./changes.ts";

it.each<[string, object | null, object | null, unknown[]]>([
  ["nothing", null, null, []],
  ["equal fields", { url: "a", events: ["x"] }, { url: "a", events: ["x"] }, []],
  ["a reordered list", { events: ["x", "y"] }, { events: ["y", "x"] }, []],
  ["a change", { url: "a" }, { url: "b" }, [{ field: "url", kind: "changed", before: "a", after: "b" }]],
  ["a deleted object", { name: "a" }, null, [{ field: "name", kind: "gone", value: "a" }]],
  ["a new object", null, { rows: 0 }, [{ field: "rows", kind: "added", value: 0 }]],
  ["a change to null", { name: "a" }, { name: null }, [{ field: "name", kind: "changed", before: "a", after: null }]],
  [
    "a period",
    null,
    { to: "2026-11-25", from: "2026-11-01" },
    [
      { field: "from", kind: "added", value: "2026-11-01" },
      { field: "to", kind: "added", value: "2026-11-25" },
    ],
  ],
  [
    "lists",
    { events: ["x", "y"] },
    { events: ["y", "z"] },
    [{ field: "events", kind: "list", added: ["z"], removed: ["x"] }],
  ],
])("of %s", (_what, before, after, changes) => {
  expect(fieldChanges(before as never, after as never)).toEqual(changes);
});
