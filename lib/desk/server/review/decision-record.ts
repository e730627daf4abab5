import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import type { DecisionRecord } from "#lib/desk/contract/review/decision-record.ts";
import type { Basis, ReviewFacts } from "#lib/desk/contract/review/facts.ts";
import { readKept } from "#lib/desk/server/custody/grounds.ts";
import { shownName, shownValue } from "#lib/platform/contract/text.ts";
import { type Client, database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { prepareFacts, readFacts } from "./facts.ts";
import { policyOf } from "./policy.ts";
import { type DecisionStep, readSteps, reasonOfDecision, standingSteps } from "./steps.ts";
import type { ReviewRow } from "./stored.ts";

const STANDING = "SELECT standing FROM reviews WHERE verification_id = $1";

const BASIS = "SELECT basis FROM review_log WHERE id = $1";

const LABEL_NAMES = `
  SELECT DISTINCT ON (label) label, display_name FROM label_changes
  WHERE verification_id = $1 AND label = ANY ($2) AND display_name IS NOT NULL
  ORDER BY label, effective_at DESC, digest`;

const FILE = `
  SELECT verification_id, tag, title, tax_id, account_name FROM verification_summaries WHERE verification_id = $1`;

/**
 * The record of the standing decision, or of the decision of a log entry. `record` is null without a decision; the
 * result is null for an unknown verification. People have no names here: pages open them separately.
 */
export async function readDecisionRecord(
  verification_id: string,
  entry: number | null = null,
  { pool }: Pooled = database(),
): Promise<{ record: DecisionRecord | null } | null> {
  await prepareFacts({ pool });
  return inSnapshot(pool, async (tx) => {
    const [file] = (await tx.query<DecisionRecord["file"]>(FILE, [verification_id])).rows;
    if (!file) return null;
    const [stored] = (await tx.query<Pick<ReviewRow, "standing">>(STANDING, [verification_id])).rows;
    const known = await readSteps(tx, verification_id);
    const standing = stored?.standing.decision ? standingSteps(known) : [];
    const steps = entry === null ? standing : standingSteps(known.filter(({ entry_id }) => entry_id <= entry));
    const last = steps.at(-1);
    if (!last?.resolution || (entry !== null && last.entry_id !== entry)) return { record: null };
    const stands = last.entry_id === standing.at(-1)?.entry_id;
    const { resolution, policy_version, digest } = last;
    const [{ basis }] = (await tx.query<{ basis: Basis }>(BASIS, [last.entry_id])).rows as [{ basis: Basis }];
    const { reason_code, reason } = reasonOfDecision(steps);
    const policy = await policyOf(tx, policy_version);
    const words = policy.catalogue.find(({ code }) => code === reason_code);
    const record: DecisionRecord = {
      file: shownValue(file),
      entry_id: last.entry_id,
      decision_id: decisionIdOf(steps.findLast(({ kind }) => kind !== "approved") ?? last),
      stands,
      kept: await readKept(tx, verification_id),
      time_zone: policy.working.time_zone,
      resolution,
      steps: steps.map(({ kind, at, user_name, ...step }) => ({
        kind,
        at,
        user: user_name,
        words: kind === "approved" ? step.reason : null,
        pdfs: step.pdfs,
      })),
      proposed: stands && stored?.standing.submitted ? proposalOf(known) : null,
      reason: reason_code === null ? null : { code: reason_code, en: words?.en ?? null, es: words?.es ?? null },
      words: reason,
      review_on: last.review_on,
      policy_version,
      digest,
      exceptions: last.exceptions,
      together: last.together,
      label_names: await labelNames(tx, verification_id, basis.labels),
      document_names: Object.fromEntries(policy.documents.map(({ key, en, es }) => [key, { en, es }])),
      basis: { ...basis, people: peopleOf(basis, await readFacts(tx, verification_id)) },
    };
    return { record };
  });
}

/** The proposal that awaits approval, beside the standing decision. */
const proposalOf = ([newest]: readonly DecisionStep[]): DecisionRecord["proposed"] =>
  newest?.resolution ? { resolution: newest.resolution, at: newest.at, user: newest.user_name } : null;

async function labelNames(tx: Client, verification_id: string, labels: readonly string[]) {
  type Row = { label: string; display_name: string };
  const { rows } = await tx.query<Row>(LABEL_NAMES, [verification_id, labels]);
  return Object.fromEntries(
    rows.flatMap(({ label, display_name }) => {
      const name = shownName(display_name);
      return name === null ? [] : [[label, name]];
    }),
  );
}

/** Replaces the name hashes by whether the name is still the same. */
function peopleOf({ people }: Basis, facts: ReviewFacts | null): DecisionRecord["basis"]["people"] {
  const now = new Map(facts?.people?.map((person) => [person.people_id, person.name_hash]));
  return (
    people?.map(({ people_id, outcome, people_error, name_hash }) => ({
      people_id,
      outcome,
      people_error,
      same_name: name_hash !== null && now.get(people_id) === name_hash,
      name_known: name_hash !== null,
    })) ?? null
  );
}
