/**
 * The steps that replace a key or a webhook by a new one, in their order (design §6). A worker does the steps of the
 * dashboard's own key; people do those of a key that is used elsewhere and of a webhook whose secret is lost.
 */
export const FLOW_STEPS = {
  own_key: ["intent", "minted", "verified", "switched", "draining", "retiring", "done"],
  key_elsewhere: ["intent", "created", "switched", "done"],
  webhook: ["begun", "twinned", "stored", "switched", "done"],
} as const;

/** The state of a flow that ended with the old key or webhook kept. */
const GIVEN_UP = { own_key: "abandoned", key_elsewhere: "cancelled", webhook: "given_up" } as const;

export type FlowKind = keyof typeof FLOW_STEPS;
export type FlowState<Kind extends FlowKind = FlowKind> = (typeof FLOW_STEPS)[Kind][number] | (typeof GIVEN_UP)[Kind];

export const statesOf = <Kind extends FlowKind>(kind: Kind): readonly FlowState<Kind>[] => [
  ...FLOW_STEPS[kind],
  GIVEN_UP[kind],
];

const ENDED: ReadonlySet<FlowState> = new Set(["done", ...Object.values(GIVEN_UP)]);

export const isUnderWay = ({ state }: { state: FlowState }): boolean => !ENDED.has(state);

/** `create` also creates the new key or webhook again if its secret was lost too. */
export const FLOW_MOVES = ["create", "stored", "switched", "not_switched", "finish", "give_up"] as const;
export type FlowMove = (typeof FLOW_MOVES)[number];

/** Flows whose steps people do; the dashboard's own webhook has other steps than the rest. */
export type FlowByHand = "key_elsewhere" | "webhook" | "own_webhook";
type StateByHand<Kind extends FlowByHand> = FlowState<Kind extends "key_elsewhere" ? Kind : "webhook">;

type Moves<State extends FlowState> = Partial<Record<State, Partial<Record<FlowMove, State>>>>;

/** The state after each move. Only `finish` deletes the old key or webhook, and only after the switch. */
const MOVES: { [Kind in FlowByHand]: Moves<StateByHand<Kind>> } = {
  key_elsewhere: {
    intent: { create: "created", give_up: "cancelled" },
    created: { create: "created", switched: "switched", give_up: "cancelled" },
    switched: { not_switched: "created", finish: "done" },
  },
  webhook: {
    begun: { create: "twinned", give_up: "given_up" },
    twinned: { create: "twinned", stored: "stored", give_up: "given_up" },
    stored: { create: "twinned", switched: "switched", give_up: "given_up" },
    switched: { finish: "done", give_up: "given_up" },
  },
  /** The dashboard stores its own secret when the webhook is created, and can give up only before it has switched. */
  own_webhook: {
    begun: { create: "stored", give_up: "given_up" },
    stored: { switched: "switched", give_up: "given_up" },
    switched: { finish: "done" },
  },
};

/** The state after a move; null if the move is not allowed in this state. */
export const afterMove = <Kind extends FlowByHand>(
  kind: Kind,
  state: StateByHand<Kind>,
  move: FlowMove,
): StateByHand<Kind> | null => MOVES[kind][state]?.[move] ?? null;
