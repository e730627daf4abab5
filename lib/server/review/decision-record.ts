import type { DecisionRecord } from "#lib/contract/review/decision-record.ts";
import { exceptionsOf } from "#lib/contract/review/exceptions.ts";
import type { Basis, ReviewFacts } from "#lib/contract/review/facts.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { LogKind, Resolution } from "#lib/contract/verifications/review.ts";
import { type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { prepareFacts, readFacts } from "./facts.ts";
import { policyOf } from "./policy.ts";

/** More steps than a decision has. */
const MOST = 50;

/** Steps that were not taken back, the newest first, of a file with a decision that stands, also while it has come back. */
const STEPS = `
  SELECT log.kind, log.at, log.user_name, log.resolution, log.reason_code, log.reason, log.policy_version, log.digest, log.basis
  FROM review_log AS log JOIN reviews ON reviews.verification_id = log.verification_id
  WHERE log.verification_id = $1 AND log.digest IS NOT NULL AND reviews.standing -> 'decision' <> 'null'
    AND NOT EXISTS (SELECT FROM review_log AS later WHERE later.verification_id = $1 AND later.undoes = log.id)
  ORDER BY log.id DESC LIMIT ${MOST}`;

type Step = {
  kind: LogKind;
  at: Instant;
  user_name: string | null;
  resolution: Resolution | null;
  reason_code: string | null;
  reason: string | null;
  policy_version: number;
  digest: string;
  basis: Basis;
};

const FILE = `
  SELECT verification_id, tag, title, tax_id, account_name FROM verification_summaries WHERE verification_id = $1`;

/**
 * The record of the decision that stands, or of none; null of a verification that is not known. Names of people are not in
 * it: they are opened apart.
 */
export async function readDecisionRecord(
  verification_id: string,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<{ record: DecisionRecord | null } | null> {
  await prepareFacts({ pool });
  return inTransaction(pool, async (tx) => {
    await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const [file] = (await tx.query<DecisionRecord["file"]>(FILE, [verification_id])).rows;
    if (!file) return null;
    const steps = stepsOf((await tx.query<Step>(STEPS, [verification_id])).rows);
    const last = steps.at(-1);
    if (!last?.resolution) return { record: null };
    const { resolution, policy_version, digest, basis } = last;
    // A ratification gives no reason of its own: that of the decision stays.
    const { reason_code, reason } = steps.findLast((step) => step.reason_code !== null || step.reason !== null) ?? last;
    const policy = await policyOf(tx, policy_version);
    const words = policy.catalogue.find(({ code }) => code === reason_code);
    const record: DecisionRecord = {
      file,
      resolution,
      steps: steps.map(({ kind, at, user_name }) => ({ kind, at, user: user_name })),
      reason: reason_code === null ? null : { code: reason_code, en: words?.en ?? null, es: words?.es ?? null },
      words: reason,
      policy_version,
      digest,
      exceptions: resolution === "accepted" ? exceptionsOf(basis) : [],
      basis: { ...basis, people: peopleOf(basis, await readFacts(tx, verification_id)) },
    };
    return { record };
  });
}

/** From the decision or submission on which the newest one rests to that; what only awaits approval is not among them. */
function stepsOf(newestFirst: readonly Step[]): Step[] {
  const until = newestFirst.findIndex(({ kind }) => kind !== "submitted");
  if (until === -1) return [];
  const standing = newestFirst.slice(until);
  // An approval belongs to what was submitted before it, a ratification to the decision before it.
  const first = standing.findIndex(({ kind }) => kind === "decided" || kind === "submitted");
  return standing.slice(0, first + 1).toReversed();
}

/** Hashes are left out: all that they serve for here is to tell whether a name is still the one of then. */
function peopleOf({ people }: Basis, facts: ReviewFacts | null): DecisionRecord["basis"]["people"] {
  const now = new Map(facts?.people?.map((person) => [person.people_id, person.name_hash]));
  return (
    people?.map(({ people_id, outcome, people_error, name_hash }) => ({
      people_id,
      outcome,
      people_error,
      same_name: name_hash !== null && now.get(people_id) === name_hash,
    })) ?? null
  );
}
