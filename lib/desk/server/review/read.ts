import type { Review, ReviewStanding } from "#lib/core/contract/verifications/review.ts";
import { answersOf } from "#lib/desk/contract/review/answers.ts";
import { differencesFrom } from "#lib/desk/contract/review/changes.ts";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";
import { datesOfFile } from "#lib/desk/contract/review/dates.ts";
import { exceptionsOf, unresolvedPeople } from "#lib/desk/contract/review/exceptions.ts";
import type { ReviewFacts, ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { CURRENT_MEANING, NOT_UNDONE } from "#lib/desk/server/review-log/meaning.ts";
import { noReview, readReviews, revisionOfVersion, versionOf } from "#lib/desk/server/review-log/reviews.ts";
import { rolesWith } from "#lib/platform/contract/permissions.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { addWorkingDays, dateIn } from "#lib/platform/contract/working-time.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { documentsOn } from "#lib/statements/contract/documents.ts";
import type { CheckedRelation, Relation } from "#lib/statements/contract/statement.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";
import { digestOfFacts } from "./evaluate.ts";
import { readExplanations } from "./explanations.ts";
import { readFacts } from "./facts.ts";
import { readPolicy } from "./policy.ts";
import { type DecisionStep, readSteps, reasonOfDecision, standingSteps } from "./steps.ts";
import type { ReviewRow } from "./stored.ts";

/**
 * The review of a verification with its standing. Its version includes the current facts, so that a user may decide on
 * it. With the dates of its documents and its relationship. Call `prepareFacts` first.
 */
export async function readReview(
  client: Client,
  verification_id: string,
  reading: Promise<ReviewFacts | null> = readFacts(client, verification_id),
): Promise<({ review: Review; review_standing: ReviewStanding } & FileDates) | null> {
  const facts = await reading;
  if (!facts) return null;
  const policy = await readPolicy(client);
  const digest = digestOfFacts(facts, policy);
  const review = (await readReviews(client, [verification_id])).get(verification_id);
  const { rows } = await client.query<{ last_entry: number }>(LAST_ENTRY, [verification_id]);
  const last_entry = rows[0]?.last_entry ?? 0;
  const explanations = await readExplanations(client, verification_id);
  const standing = await readStanding(client, verification_id, facts, policy);
  const returns = review ? await readReturns(client, verification_id, review) : { returns: [], returned: null };
  return {
    review: review ? { ...review, version: versionOf(revisionOfVersion(review.version), digest) } : noReview(digest),
    review_standing: { last_entry, explanations, ...standing, ...returns },
    ...(await readDates(client, verification_id, facts, policy)),
  };
}

async function readDates(
  client: Client,
  verification_id: string,
  facts: ReviewFacts,
  policy: ReviewPolicy,
): Promise<FileDates> {
  const [row] = (await client.query<Pick<ReviewRow, "state" | "standing">>(STANDING, [verification_id])).rows;
  const { documents, relation } = datesOfFile(facts, policy, row?.standing.decision ?? null);
  const today = dateIn(instantFromMs(Date.now()), policy.working.time_zone);
  const document_dates = documentsOn(documents, policy.documents, today).map(({ document, kind, state }) => {
    const { en, es, per, max_age_months = null, counts } = kind;
    return { ...document, name: { en, es }, per, state, max_age_months, counts };
  });
  return { document_dates, relation: relation && shownOf(relation), check_months: policy.yearly_check?.months ?? null };
}

const shownOf = ({ unchecked_since: _, ...relation }: CheckedRelation): Relation => relation;

const LAST_ENTRY = "SELECT COALESCE(max(id), 0) AS last_entry FROM review_log WHERE verification_id = $1";

const STANDING = "SELECT state, standing FROM reviews WHERE verification_id = $1";

const REOPENING = `
  SELECT CASE WHEN user_id IS NOT NULL THEN jsonb_build_object('user_id', user_id, 'name', COALESCE(user_name, '')) END AS user,
    at, reason
  FROM review_log WHERE verification_id = $1 AND kind = 'reopening_proposed' ORDER BY id DESC LIMIT 1`;

async function readStanding(
  client: Client,
  verification_id: string,
  facts: ReviewFacts,
  policy: ReviewPolicy,
): Promise<Pick<ReviewStanding, "open" | "by_two" | "reopening" | "decision" | "wait">> {
  const [row] = (await client.query<Pick<ReviewRow, "state" | "standing">>(STANDING, [verification_id])).rows;
  const now = instantFromMs(Date.now());
  const exceptions = exceptionsOf(facts, { handled: row?.standing.handled ?? [], policy, now });
  const people = unresolvedPeople(facts.people).map(({ people_id, outcome, people_error }) => ({
    ...{ people_id, outcome, people_error },
  }));
  const open = { exceptions, people: exceptions.includes("person_unresolved") ? people : [] };
  if (!row) return { open, by_two: false, reopening: null, decision: null, wait: null };
  const { by_two = false } = row.standing;
  const { wait: held } = row.standing;
  const isReopening = row.state === "approval" && row.standing.submitted === null;
  const reopening = isReopening
    ? ((await client.query<NonNullable<ReviewStanding["reopening"]>>(REOPENING, [verification_id])).rows[0] ?? null)
    : null;
  const wait = held && { since: held.since, follow_up_on: held.follow_up_on, request: answersOf(held, facts) };
  const decision = row.standing.submitted ?? row.standing.decision;
  if (!decision) return { open, by_two, reopening, decision: null, wait };
  const known = await readSteps(client, verification_id);
  const steps = row.standing.submitted ? known.slice(0, 1) : standingSteps(known);
  const made = steps.findLast(({ kind }) => kind !== "approved");
  const last = steps.at(-1);
  return {
    open,
    by_two,
    reopening,
    decision: {
      resolution: decision.resolution,
      at: decision.at,
      user: made?.user_id ? { user_id: made.user_id, name: made.user_name ?? "" } : null,
      ...reasonOfDecision(steps),
      approval: last?.kind === "approved" ? { at: last.at, user: last.user_name, reason: last.reason } : null,
      review_on: decision.review_on ?? null,
      exceptions: made?.exceptions ?? [],
      differences: differencesFrom(decision, facts, policy),
    },
    wait,
  };
}

/** Limit of the returns of one file. */
const MAX_RETURNS = 10;

const RETURNS = `
  SELECT at, COALESCE(user_name, '') AS name, ${CURRENT_MEANING.reason} AS reason FROM review_log AS log
  WHERE verification_id = $1 AND kind IN ('returned_by_approver', 'reopened') AND state = 'open'
    AND ${CURRENT_MEANING.kind} = 'returned_by_approver' AND ${NOT_UNDONE}
  ORDER BY id DESC LIMIT ${MAX_RETURNS}`;

const RETURNED = `
  SELECT user_id, resolution, reason_code, ${CURRENT_MEANING.reason} AS reason FROM review_log AS log
  WHERE verification_id = $1 AND kind = 'submitted' AND ${NOT_UNDONE} ORDER BY id DESC LIMIT 1`;

type Proposal = Pick<DecisionStep, "user_id" | "resolution" | "reason_code" | "reason">;

/** The texts of approvers who returned a decision, and the last returned decision. */
async function readReturns(
  client: Client,
  verification_id: string,
  { state, returned_by }: Review,
): Promise<Pick<ReviewStanding, "returns" | "returned">> {
  if (state !== "open" && state !== "approval") return { returns: [], returned: null };
  const { rows: returns } = await client.query<ReviewStanding["returns"][number]>(RETURNS, [verification_id]);
  if (returned_by === null) return { returns, returned: null };
  const [proposal] = (await client.query<Proposal>(RETURNED, [verification_id])).rows;
  if (!proposal?.user_id || !proposal.resolution) return { returns, returned: null };
  return { returns, returned: { ...proposal, user_id: proposal.user_id, resolution: proposal.resolution } };
}

/** `due_rank` below 4 is overdue; the index of assignees has this column. */
const ASSIGNEES = `
  SELECT id AS user_id, name, CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN email END AS email, workload.*
  FROM users CROSS JOIN LATERAL (
    SELECT count(*)::int AS open, count(*) FILTER (WHERE due_rank < 4)::int AS overdue
    FROM reviews WHERE assignee = users.id AND state = 'open'
  ) AS workload
  WHERE role = ANY ($1) AND disabled_at IS NULL ORDER BY name, id`;

/** Possible assignees, by name, with the number of their reviews. */
export const readWorkloads = async (client: Client): Promise<ReviewChoices["assignees"]> =>
  (await client.query<ReviewChoices["assignees"][number]>(ASSIGNEES, [rolesWith("reviews.decide")])).rows;

/** `GET /api/review/choices`: the choices in the dialogs of reviews, by the policy in force. */
export async function readChoices({ pool }: Pooled = database()): Promise<ReviewChoices> {
  const { catalogue, approval, bulk_acceptance, working, templates, letters, letter, stalled_days, periodic } =
    await readPolicy(pool);
  const followUp = addWorkingDays(instantFromMs(Date.now()), stalled_days, working);
  return {
    catalogue,
    assignees: await readWorkloads(pool),
    periodic,
    approval,
    bulk_acceptance,
    time_zone: working.time_zone,
    templates,
    letters,
    letter,
    follow_up_on: dateIn(followUp, working.time_zone),
  };
}
