import { PERMISSIONS } from "#lib/contract/access/permissions.ts";
import { answersOf } from "#lib/contract/review/answers.ts";
import { differencesFrom } from "#lib/contract/review/changes.ts";
import type { ReviewFacts, ReviewPolicy, Wait } from "#lib/contract/review/facts.ts";
import { addWorkingDays, dateIn } from "#lib/contract/review/working-time.ts";
import { instantFromMs } from "#lib/contract/time.ts";
import type {
  Assignee,
  RequestWait,
  Review,
  ReviewChoices,
  ReviewStanding,
} from "#lib/contract/verifications/review.ts";
import { type Client, type Database, database } from "#lib/server/db/database.ts";
import { noReview, readReviews, revisionOfVersion, versionOf } from "#lib/server/verifications/review.ts";
import { digestOfFacts } from "./evaluate.ts";
import { readFacts } from "./facts.ts";
import { readPolicy } from "./policy.ts";
import type { Row } from "./stored.ts";

/**
 * The review of a verification and what it rests on, with a version that is of the facts as this transaction sees them, so
 * that whoever was shown these may decide on them. `prepareFacts` comes first.
 */
export async function readReview(
  client: Client,
  verification_id: string,
): Promise<{ review: Review; review_standing: ReviewStanding } | null> {
  const facts = await readFacts(client, verification_id);
  if (!facts) return null;
  const policy = await readPolicy(client);
  const digest = digestOfFacts(facts, policy);
  const review = (await readReviews(client, [verification_id])).get(verification_id);
  const { rows } = await client.query<{ last_entry: number }>(LAST_ENTRY, [verification_id]);
  const last_entry = rows[0]?.last_entry ?? 0;
  if (!review) return { review: noReview(digest), review_standing: { last_entry, decision: null, wait: null } };
  return {
    review: { ...review, version: versionOf(revisionOfVersion(review.version), digest) },
    review_standing: { last_entry, ...(await readStanding(client, verification_id, facts, policy)) },
  };
}

const LAST_ENTRY = "SELECT COALESCE(max(id), 0) AS last_entry FROM review_log WHERE verification_id = $1";

/** What was said with the decision that stands, or with the one that was submitted last. */
const STANDING = `
  SELECT standing, decided_by.id AS user_id, decided_by.name, said.reason_code, said.reason
  FROM reviews
  LEFT JOIN users AS decided_by
    ON decided_by.id = CASE WHEN state = 'approval' THEN (standing ->> 'submitted_by')::uuid ELSE (standing -> 'decision' ->> 'by')::uuid END
  LEFT JOIN LATERAL (
    SELECT reason_code, reason FROM review_log AS entry
    WHERE entry.verification_id = reviews.verification_id
      AND entry.kind = ANY (CASE WHEN state = 'approval' THEN '{submitted}'::text[] ELSE '{decided,approved}'::text[] END)
    ORDER BY id DESC LIMIT 1
  ) AS said ON true
  WHERE verification_id = $1`;

type StandingRow = Pick<Row, "standing"> & {
  user_id: string | null;
  name: string | null;
  reason_code: string | null;
  reason: string | null;
};

async function readStanding(
  client: Client,
  verification_id: string,
  facts: ReviewFacts,
  policy: ReviewPolicy,
): Promise<Omit<ReviewStanding, "last_entry">> {
  const [row] = (await client.query<StandingRow>(STANDING, [verification_id])).rows;
  if (!row) return { decision: null, wait: null };
  const wait = row.standing.wait && waitOf(row.standing.wait, facts);
  const decision = row.standing.submitted ?? row.standing.decision;
  if (!decision) return { decision: null, wait };
  const { user_id, name, reason_code, reason } = row;
  return {
    decision: {
      resolution: decision.resolution,
      at: decision.at,
      user: user_id === null || name === null ? null : { user_id, name },
      reason_code,
      reason,
      differences: differencesFrom(decision, facts, policy),
    },
    wait,
  };
}

const waitOf = (wait: Wait, facts: ReviewFacts): RequestWait => ({
  since: wait.since,
  follow_up_on: wait.follow_up_on,
  request: answersOf(wait, facts),
});

const ASSIGNEES =
  "SELECT id AS user_id, name FROM users WHERE role = ANY ($1) AND disabled_at IS NULL ORDER BY name, id";

/** `GET /api/review/choices`: what the dialogs of reviews offer, as the policy in force has it. */
export async function readChoices({ pool }: Pick<Database, "pool"> = database()): Promise<ReviewChoices> {
  const { catalogue, approval, working, templates, stalled_days } = await readPolicy(pool);
  const { rows } = await pool.query<Assignee>(ASSIGNEES, [PERMISSIONS["reviews.decide"]]);
  const followUp = addWorkingDays(instantFromMs(Date.now()), stalled_days, working);
  return {
    catalogue,
    assignees: rows,
    approval,
    time_zone: working.time_zone,
    templates,
    follow_up_on: dateIn(followUp, working.time_zone),
  };
}
