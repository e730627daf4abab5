import type { Instant } from "#lib/contract/time.ts";

/**
 * Replacing a webhook's lost secret (design §6): a twin is made, its secret stored by whoever needs it, the receiver
 * switched, and only then, when told to, the old webhook deleted. `given_up` keeps the old one and deletes the twin.
 */
export const REPLACEMENT_STEPS = ["begun", "twinned", "stored", "switched", "done"] as const;
export type ReplacementState = (typeof REPLACEMENT_STEPS)[number] | "given_up";

/** What an admin can do: `twin` makes one, also again where its secret was lost once more. */
export const REPLACEMENT_MOVES = ["twin", "stored", "switched", "finish", "give_up"] as const;
export type ReplacementMove = (typeof REPLACEMENT_MOVES)[number];

type Moves = Partial<Record<ReplacementMove, ReplacementState>>;

const MOVES: Record<ReplacementState, Moves> = {
  begun: { twin: "twinned", give_up: "given_up" },
  twinned: { twin: "twinned", stored: "stored", give_up: "given_up" },
  stored: { twin: "twinned", switched: "switched", give_up: "given_up" },
  switched: { finish: "done", give_up: "given_up" },
  done: {},
  given_up: {},
};

/** The dashboard stores its own secret in the moment in which the twin is made, and goes back only until it has switched. */
const OWN_MOVES: Record<ReplacementState, Moves> = {
  ...MOVES,
  begun: { twin: "stored", give_up: "given_up" },
  twinned: {},
  stored: { switched: "switched", give_up: "given_up" },
  switched: { finish: "done" },
};

/** Where a move leads; null where it can't be made. */
export const afterMove = (state: ReplacementState, move: ReplacementMove, own: boolean): ReplacementState | null =>
  (own ? OWN_MOVES : MOVES)[state][move] ?? null;

export const isReplacing = (state: ReplacementState): boolean => state !== "done" && state !== "given_up";

/** What `GET /api/webhooks/{id}/replacement` answers. */
export type Replacement = {
  state: ReplacementState;
  /** Of the dashboard's own webhook. */
  own: boolean;
  old_id: string;
  /** The twin; null until it is made. */
  new_id: string | null;
  /** What the twin is made with. */
  url: string;
  events: string[];
  description: string;
  /** When each state was reached, in that order. */
  steps: { state: ReplacementState; at: Instant }[];
  /** When a delivery was last signed with the old secret and with the new one; only the dashboard's own tells. */
  last_matched: { old: Instant | null; new: Instant | null };
};
