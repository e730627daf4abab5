/**
 * The steps in which a key or a webhook gives way to a new one, in their order (design §6). A worker takes those of the
 * dashboard's own key, people those of a key that is used elsewhere and of a webhook whose secret is lost.
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

/** `create` also creates the new one again, where its secret was lost too. */
export const FLOW_MOVES = ["create", "stored", "switched", "not_switched", "finish", "give_up"] as const;
export type FlowMove = (typeof FLOW_MOVES)[number];

/** Flows that people move on; the dashboard's own webhook takes other steps than the rest. */
export type FlowByHand = "key_elsewhere" | "webhook" | "own_webhook";
type StateByHand<Kind extends FlowByHand> = FlowState<Kind extends "key_elsewhere" ? Kind : "webhook">;

type Moves<State extends FlowState> = Partial<Record<State, Partial<Record<FlowMove, State>>>>;

/** Where each move leads. Only `finish` deletes the old key or webhook, and only after the switch. */
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
  /** The dashboard stores its own secret when the webhook is created, and goes back only until it has switched. */
  own_webhook: {
    begun: { create: "stored", give_up: "given_up" },
    stored: { switched: "switched", give_up: "given_up" },
    switched: { finish: "done" },
  },
};

/** Where a move leads; null where it can't be made. */
export const afterMove = <Kind extends FlowByHand>(
  kind: Kind,
  state: StateByHand<Kind>,
  move: FlowMove,
): StateByHand<Kind> | null => MOVES[kind][state]?.[move] ?? null;
