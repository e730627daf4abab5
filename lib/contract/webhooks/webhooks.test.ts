import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterMove,
  isReplacing,
  REPLACEMENT_MOVES,
  REPLACEMENT_STEPS,
  type ReplacementMove,
  type ReplacementState,
} from "./webhooks.ts";

const STATES: readonly ReplacementState[] = [...REPLACEMENT_STEPS, "given_up"];

/** What the moves do at the service, and what has been confirmed about the twin that there is now. */
type World = { state: ReplacementState; old: boolean; twin: boolean; stored: boolean; switched: boolean };

function make(world: World, move: ReplacementMove, own: boolean): World {
  const state = afterMove(world.state, move, own);
  if (state === null) return world;
  switch (move) {
    case "twin":
      return { ...world, state, twin: true, stored: own, switched: false };
    case "stored":
      return { ...world, state, stored: true };
    case "switched":
      return { ...world, state, switched: true };
    case "finish":
      return { ...world, state, old: false };
    case "give_up":
      return { ...world, state, twin: false };
  }
}

describe.each([
  ["the dashboard's own webhook", true],
  ["any other", false],
])("replacing the secret of %s", (_whose, own) => {
  it("deletes the old webhook only after the twin's secret is stored and used, whatever is pressed in whatever order", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...REPLACEMENT_MOVES), { maxLength: 30 }), (moves) => {
        let world: World = { state: "begun", old: true, twin: false, stored: false, switched: false };
        for (const move of moves) {
          world = make(world, move, own);
          expect(world.old || world.twin).toBe(true);
          if (!world.old) expect(world).toMatchObject({ twin: true, stored: true, switched: true, state: "done" });
          if (world.state === "given_up") expect(world).toMatchObject({ old: true, twin: false });
        }
      }),
    );
  });

  it("never comes to a standstill: from every state that can be reached there is a way to the end", () => {
    const reached = new Set<ReplacementState>(["begun"]);
    for (const state of reached) {
      const next = REPLACEMENT_MOVES.flatMap((move) => afterMove(state, move, own) ?? []);
      expect(next.length > 0).toBe(isReplacing(state));
      for (const one of next) reached.add(one);
    }
    expect(reached).toEqual(new Set(own ? STATES.filter((state) => state !== "twinned") : STATES));
  });
});
