import { setTimeout as delay } from "node:timers/promises";
import type { Difference, Resolution } from "#lib/core/contract/verifications/review.ts";
import { blocked } from "#lib/core/server/inbox/erasure-marks.ts";
import { standingEnds } from "#lib/desk/contract/review/dates.ts";
import type { DecisionCheck } from "#lib/desk/contract/review/decision-check.ts";
import { type LoggedStanding, readHistory } from "#lib/desk/contract/review/decision-history.ts";
import { type DecidingEntry, parseDecisionId } from "#lib/desk/contract/review/decision-id.ts";
import { evaluate } from "#lib/desk/contract/review/evaluate.ts";
import type { Basis, ReviewFacts, ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { isBlockedId } from "#lib/desk/server/custody/blocked.ts";
import { prepareFacts, readFacts } from "#lib/desk/server/review/facts.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import type { ReviewRow } from "#lib/desk/server/review/stored.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import { CotejoError, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { readLogs } from "./read-log.ts";

/** Time that a check waits for received deliveries about its file. */
const WAIT_TIMEOUT_MS = 1_000;
const POLL_MS = 25;

/** `GET /api/decisions/{decision_id}`. Throws NOT_FOUND, and ERASED for a decision on an erased verification. */
export async function checkDecision(decision_id: string, { pool }: Pooled = database()): Promise<DecisionCheck> {
  const entry = parseDecisionId(decision_id);
  if (!entry) throw notFound("This decision");
  await prepareFacts({ pool });
  const deadline = performance.now() + WAIT_TIMEOUT_MS;
  while (true) {
    const waits = performance.now() < deadline;
    const check = await inSnapshot(pool, (tx) => readCheck(tx, decision_id, entry, waits));
    if (check) return check;
    await delay(POLL_MS);
  }
}

const DECISION = `
  SELECT verification_id, resolution, basis, ${isBlockedId("log.verification_id")} AS blocked FROM review_log AS log WHERE id = $1 AND at = $2 AND digest IS NOT NULL`;

type DecisionRow = { verification_id: string; resolution: Resolution; basis: Basis; blocked: boolean };

/** Deliveries that are received and not applied, also after a failed attempt. */
const PENDING = `
  SELECT min(received_at) AS pending_since, now() AS now FROM inbox WHERE verification_id = $1 AND state = 'pending'`;

/** Null if deliveries are pending and the caller `waits` for them. */
async function readCheck(
  tx: Client,
  decision_id: string,
  { entry_id, at }: DecidingEntry,
  waits: boolean,
): Promise<DecisionCheck | null> {
  const [decision] = (await tx.query<DecisionRow>(DECISION, [entry_id, at])).rows;
  if (!decision) throw await missing(tx, at);
  if (decision.blocked) throw blocked();
  const { verification_id, resolution, basis } = decision;
  const [{ pending_since, now } = { pending_since: null, now: at }] = (
    await tx.query<{ pending_since: Instant | null; now: Instant }>(PENDING, [verification_id])
  ).rows;
  if (pending_since !== null && waits) return null;
  const log = (await readLogs(tx, [verification_id])).get(verification_id) ?? [];
  const logged = readHistory(log).standings.get(entry_id);
  // An approval has a basis too; the decision is its proposal.
  if (!logged) throw notFound("This decision");
  const found = await compare(tx, verification_id, { resolution, at, basis }, now);
  const checked = pending_since === null ? {} : { checked_at: pending_since };
  return { decision_id, verification_id, resolution, ...standingOf(logged, found), ...checked };
}

const ERASED = "SELECT FROM erased_decisions WHERE at = $1 LIMIT 1";

/** An erased decision keeps its time without its id. */
async function missing(tx: Client, at: Instant): Promise<CotejoError> {
  const { rowCount } = await tx.query(ERASED, [at]);
  return rowCount ? new CotejoError("ERASED", 410, "Its verification was erased here.") : notFound("This decision");
}

type BasisDifferences = {
  differences: Difference[];
  differs_since: Instant;
  /** Documents that end the standing of an acceptance, and since when. */
  over: { documents: string[]; since: Instant } | null;
};

const STANDING = "SELECT standing FROM reviews WHERE verification_id = $1";

/** The differences of the current facts from the basis of a decision, and the time since which some of them count. */
async function compare(
  tx: Client,
  verification_id: string,
  decision: { resolution: Resolution; at: Instant; basis: Basis },
  now: Instant,
): Promise<BasisDifferences> {
  const facts = await readFacts(tx, verification_id);
  if (!facts) return { differences: [], differs_since: now, over: null };
  const policy = await readPolicy(tx);
  const [row] = (await tx.query<Pick<ReviewRow, "standing">>(STANDING, [verification_id])).rows;
  const stored = row?.standing.decision;
  const known = stored?.at === decision.at ? stored.differs_since : null;
  const standing = { decision: { ...decision, by: null, differs_since: known }, submitted: null, wait: null };
  const { differences, differs_since } = evaluate(facts, { ...standing, handled: [], by_hand: false }, policy, now);
  const over = decision.resolution === "accepted" ? overBy(facts, policy, now) : null;
  return { differences, differs_since: differs_since ?? now, over };
}

function overBy(facts: ReviewFacts, policy: ReviewPolicy, now: Instant): BasisDifferences["over"] {
  const { time_zone } = policy.working;
  const ends = standingEnds(facts, policy, dateIn(now, time_zone)).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const [first] = ends;
  const documents = [...new Set(ends.map(({ document_kind }) => document_kind))];
  return first ? { documents, since: startOfDay(first.from, time_zone) } : null;
}

/** By the rules of reviews, any difference but a confirmed run withdraws a proposal; some bring a decision back. */
function standingOf(
  { standing, since }: LoggedStanding,
  { differences, differs_since, over }: BasisDifferences,
): Pick<DecisionCheck, "standing" | "since" | "differences" | "documents"> {
  const kinds = [...new Set(differences.map(({ kind }) => kind))];
  if (standing === "undone") return { standing, since, differences: [] };
  const isProposal = standing === "awaiting_approval";
  if (!isProposal && standing !== "in_force") return { standing: "overtaken", since, differences: kinds };
  const isOvertaken = differences.some(({ kind, brings_back }) =>
    isProposal ? kind !== "run_confirmed" : brings_back,
  );
  if (isOvertaken) return { standing: "overtaken", since: differs_since, differences: kinds };
  if (over && !isProposal) return { standing: "overtaken", differences: kinds, ...over };
  return { standing: isProposal ? standing : "valid", since, differences: kinds };
}
