import type { Exception, Resolution } from "#lib/core/contract/verifications/review.ts";
import type { DeclaredBy, ListedIn } from "#lib/modules.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { microsecondsOf } from "./decision-id.ts";
import type { ReviewLogEntry } from "./log.ts";

/** A log entry as far as it concerns decisions. */
export type DecisionLogEntry = Pick<
  ReviewLogEntry,
  "entry_id" | "at" | "kind" | "resolution" | "reason_code" | "reasons" | "policy_version" | "digest" | "undoes"
> & {
  exceptions: Exception[];
  /** Null for the rules. */
  user_id: string | null;
  /** State of the review before the step; null for entries of the rules. */
  state_before: string | null;
};

/** A decision or a proposal, by the step of its author. */
export type MadeDecision = {
  entry_id: number;
  decided_at: Instant;
  resolution: Resolution;
  reason_code: string | null;
  basis_digest: string;
  policy_version: number;
  exceptions: Exception[];
};

export type DecisionEvent = {
  kind: ListedIn<DeclaredBy<"events">, "decisions">;
  /** The log entry that caused the event. */
  entry_id: number;
  /** The microsecond of the entry, and at least one more than that of the entry before. */
  sequence: number;
  decision: MadeDecision;
};

/** The standing of a decision by the log alone; the facts of now may have overtaken a decision in force. */
export type LoggedStanding = {
  standing: "in_force" | "awaiting_approval" | "undone" | "replaced" | "withdrawn_by_rules";
  since: Instant;
};

type LogState = {
  /** The newest decision that no user set aside. */
  decision: MadeDecision | null;
  /** The decision was proposed first. */
  isApproved: boolean;
  /** The rules brought the decision back because facts that count have changed. */
  isOvertaken: boolean;
  proposal: MadeDecision | null;
};

const NO_DECISION: LogState = { decision: null, isApproved: false, isOvertaken: false, proposal: null };

/**
 * Reads the whole log of a verification, oldest first: its decision events, and the standing of each of its decisions.
 * Only decisions in force are announced, so a proposal has no event before its approval. The same log gives the same
 * events and sequences at any time, whatever was read before.
 */
export function readHistory(log: readonly DecisionLogEntry[]): {
  events: DecisionEvent[];
  standings: Map<number, LoggedStanding>;
} {
  const events: DecisionEvent[] = [];
  const standings = new Map<number, LoggedStanding>();
  const before = new Map<number, LogState>();
  let held = NO_DECISION;
  let sequence = 0;
  for (const entry of log) {
    before.set(entry.entry_id, held);
    sequence = Math.max(microsecondsOf(entry.at), sequence + 1);
    const next = after(held, entry, before);
    const event = eventOf(held, next, entry);
    if (event) events.push({ ...event, entry_id: entry.entry_id, sequence });
    noteStandings(standings, held, next, entry);
    held = next;
  }
  return { events, standings };
}

function after(held: LogState, entry: DecisionLogEntry, before: ReadonlyMap<number, LogState>): LogState {
  const { kind, reasons, state_before, undoes } = entry;
  switch (kind) {
    case "decided":
    case "ratified":
      return { ...NO_DECISION, decision: madeBy(entry, held) };
    case "submitted":
      return { ...held, proposal: madeBy(entry, held) };
    case "approved":
      return { ...NO_DECISION, decision: held.proposal ?? madeBy(entry, held), isApproved: true };
    case "returned_by_approver":
    case "withdrawn":
      return { ...held, proposal: null };
    case "returned":
      return { ...held, isOvertaken: held.isOvertaken || (held.decision !== null && reasons.includes("changed")) };
    case "vanished":
      return { ...held, isOvertaken: false };
    case "reopened":
      // A second person approved the reopening of a decision, or nobody had to.
      return state_before === "resolved" || (state_before === "approval" && !held.proposal) ? NO_DECISION : held;
    case "undone":
      return (undoes !== null && before.get(undoes)) || held;
    default:
      return held;
  }
}

/** Null for an entry without a resolution or digest, which decides nothing. */
function madeBy(entry: DecisionLogEntry, { decision }: LogState): MadeDecision | null {
  const { entry_id, at, kind, resolution, reason_code, digest, policy_version, exceptions } = entry;
  if (resolution === null || digest === null) return null;
  // A ratification repeats the decision without its code, which a rejection always has.
  const repeats = kind === "ratified" || (kind === "submitted" && resolution !== "accepted");
  const code = reason_code ?? (repeats && decision?.resolution === resolution ? decision.reason_code : null);
  return { entry_id, decided_at: at, resolution, reason_code: code, basis_digest: digest, policy_version, exceptions };
}

const inForce = ({ decision, isOvertaken }: LogState): MadeDecision | null => (isOvertaken ? null : decision);

/** An undo that puts an earlier decision back into force announces that decision. */
function eventOf(
  was: LogState,
  is: LogState,
  { kind }: DecisionLogEntry,
): Pick<DecisionEvent, "kind" | "decision"> | null {
  const [old, current] = [inForce(was), inForce(is)];
  if (old?.entry_id === current?.entry_id) return null;
  if (current) return { kind: is.isApproved ? "review.approved" : "review.decided", decision: current };
  if (!old) return null;
  if (kind === "undone") return { kind: "review.undone", decision: old };
  return { kind: kind === "reopened" ? "review.reopened" : "review.overtaken", decision: old };
}

function noteStandings(
  standings: Map<number, LoggedStanding>,
  was: LogState,
  is: LogState,
  { kind, at, user_id }: DecisionLogEntry,
): void {
  const [before, now] = [was, is].map(
    ({ decision, proposal }) =>
      new Map([
        ...(proposal ? [[proposal.entry_id, "awaiting_approval"] as const] : []),
        ...(decision ? [[decision.entry_id, "in_force"] as const] : []),
      ]),
  ) as [Map<number, LoggedStanding["standing"]>, Map<number, LoggedStanding["standing"]>];
  for (const id of before.keys()) {
    if (!now.has(id)) standings.set(id, { standing: endOf(kind, user_id), since: at });
  }
  for (const [id, standing] of now) {
    const known = standings.get(id)?.standing === standing;
    const isRestored = was.isOvertaken && !is.isOvertaken && standing === "in_force";
    if (!known || isRestored) standings.set(id, { standing, since: at });
  }
}

function endOf(kind: DecisionLogEntry["kind"], user_id: string | null): LoggedStanding["standing"] {
  if (kind === "withdrawn" && user_id === null) return "withdrawn_by_rules";
  return kind === "decided" || kind === "ratified" || kind === "approved" || kind === "submitted"
    ? "replaced"
    : "undone";
}
