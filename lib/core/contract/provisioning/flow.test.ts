import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterMove, FLOW_MOVES, type FlowByHand, type FlowMove, type FlowState, isUnderWay, statesOf } from "./flow.ts";

/** The effects of the moves at the service, and the confirmations for the current new key or webhook. */
type FlowFacts = { state: FlowState; old: boolean; made: boolean; stored: boolean; switched: boolean };

/** `stored` is the move that confirms the storage: a key in use is stored, and the dashboard stores its own secret itself. */
const KINDS: [FlowByHand, first: FlowState, stored: FlowMove][] = [
  ["key_elsewhere", "intent", "switched"],
  ["webhook", "begun", "stored"],
  ["own_webhook", "begun", "create"],
];

describe.each(KINDS)("moves of a flow by hand: %s", (kind, first, stored) => {
  const leadsTo = (state: FlowState, move: FlowMove) => afterMove(kind, state as never, move) as FlowState | null;

  function make(flow: FlowFacts, move: FlowMove): FlowFacts {
    const state = leadsTo(flow.state, move);
    if (state === null) return flow;
    const now = { ...flow, state, stored: flow.stored || move === stored };
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

  it("delete the old key or webhook only once the new secret is stored and used, in any order of moves", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FLOW_MOVES), { maxLength: 30 }), (moves) => {
        let flow: FlowFacts = { state: first, old: true, made: false, stored: false, switched: false };
        for (const move of moves) {
          flow = make(flow, move);
          expect(flow.old || flow.made).toBe(true);
          if (!flow.old) expect(flow).toMatchObject({ made: true, stored: true, switched: true, state: "done" });
          if (!isUnderWay(flow) && flow.state !== "done") expect(flow).toMatchObject({ old: true, made: false });
        }
      }),
    );
  });

  it("reach an end from every reachable state", () => {
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
