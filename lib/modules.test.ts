import { expect, it } from "vitest";
import { declared } from "./modules.ts";

it.each(["ids", "permissions", "reveals", "live"] as const)("each of %s is declared by one module", (field) => {
  const names = declared(field).flatMap((names) => Object.keys(names));
  expect(names).toEqual([...new Set(names)]);
});

it("each action is declared by one module", () => {
  const actions = declared("actions").flatMap((families) =>
    Object.values(families).flatMap((nouns: Readonly<Record<string, readonly string[]>>) =>
      Object.entries(nouns).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)),
    ),
  );
  expect(actions).toEqual([...new Set(actions)]);
});

it("a revealed value names an id that entries may have", () => {
  const ids = declared("ids").flatMap((names) => Object.keys(names));
  for (const subject of declared("reveals").flatMap((kinds) => Object.values(kinds))) expect(ids).toContain(subject);
});
