import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterMove, FLOW_MOVES, type FlowByHand, type FlowMove, type FlowState, isUnderWay, statesOf } from "./flow.ts";

/** The effects of the moves at the service, and the confirmations about the present new one. */
type World = { state: FlowState; old: boolean; made: boolean; stored: boolean; switched: boolean };

/** Of a key whoever says that it is in place has stored it; the dashboard stores its own secret itself. */
const KINDS: [FlowByHand, first: FlowState, stored: FlowMove][] = [
  ["key_elsewhere", "intent", "switched"],
  ["webhook", "begun", "stored"],
  ["own_webhook", "begun", "create"],
];

describe.each(KINDS)("moves of a flow by hand: %s", (kind, first, stored) => {
  const leadsTo = (state: FlowState, move: FlowMove) => afterMove(kind, state as never, move) as FlowState | null;

  function make(world: World, move: FlowMove): World {
    const state = leadsTo(world.state, move);
    if (state === null) return world;
    const now = { ...world, state, stored: world.stored || move === stored };
    switch (move) {
      case "create":
        return { ...now, made: true, stored: move === stored, switched: false };
      case "stored":
        return now;
      case "switched":
        return { ...now, switched: true };
      case "not_switched":
        return { ...now, switched: false };
      case "finish":
        return { ...now, old: false };
      case "give_up":
        return { ...now, made: false };
    }
  }

  it("delete the old one only after the new one's secret is stored and used, for any order of commands", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FLOW_MOVES), { maxLength: 30 }), (moves) => {
        let world: World = { state: first, old: true, made: false, stored: false, switched: false };
        for (const move of moves) {
          world = make(world, move);
          expect(world.old || world.made).toBe(true);
          if (!world.old) expect(world).toMatchObject({ made: true, stored: true, switched: true, state: "done" });
          if (!isUnderWay(world) && world.state !== "done") expect(world).toMatchObject({ old: true, made: false });
        }
      }),
    );
  });

  it("never come to a standstill: from every state that can be reached there is a way to the end", () => {
    const reached = new Set<FlowState>([first]);
    for (const state of reached) {
      const next = FLOW_MOVES.flatMap((move) => leadsTo(state, move) ?? []);
      expect(next.length > 0).toBe(isUnderWay({ state }));
      for (const one of next) reached.add(one);
    }
    const states = statesOf(kind === "own_webhook" ? "webhook" : kind);
    expect(reached).toEqual(new Set(kind === "own_webhook" ? states.filter((state) => state !== "twinned") : states));
  });
});
