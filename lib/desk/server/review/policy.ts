import type { z } from "zod";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { type StoredPolicy, wholePolicy } from "#lib/desk/contract/review/policy.ts";
import type { reviewPolicyInput } from "#lib/desk/contract/review/policy-input.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn, hoursText } from "#lib/platform/contract/working-time.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import type { DatesPolicy } from "#lib/statements/contract/policy-input.ts";

/** A policy for the audit trail: codes of the reasons, number of holidays, length of the letter texts. */
export const policyFacts = ({
  working,
  catalogue,
  templates,
  letters,
  letter,
  periodic,
  documents,
  yearly_check,
  version,
  ...rest
}: ReviewPolicy): object => {
  const { days, time_zone, holidays } = working;
  return {
    ...rest,
    policy_version: version,
    working: `${days.join("")} ${hoursText(working)} ${time_zone} (${holidays.length})`,
    periodic: periodic.map(({ label, months }) => `${label} ${months}`),
    documents: documents.map(({ key, max_age_months = "–", counts }) => `${key} ${max_age_months} ${counts}`),
    yearly_check: yearly_check && `${yearly_check.months} ${yearly_check.ahead_days}`,
    letters: letters.map(({ name }) => name),
    letter: `${letter.language} · ${letter.addressee.length} · ${letter.signature.length}`,
    catalogue: catalogue.map(({ code }) => code),
    templates: `en ${templates.en.length} · es ${templates.es.length}`,
  };
};

/** The policy in force (`GET /api/settings/review`). */
export async function readPolicy(client: Client = database().pool): Promise<ReviewPolicy> {
  const { rows } = await client.query<StoredPolicy>(
    "SELECT version, policy FROM review_policies ORDER BY version DESC LIMIT 1",
  );
  return wholePolicy(rows[0]);
}

export async function policyOf(client: Client, version: number): Promise<ReviewPolicy> {
  const { rows } = await client.query<StoredPolicy>("SELECT version, policy FROM review_policies WHERE version = $1", [
    version,
  ]);
  return wholePolicy(rows[0]);
}

/** Returns a reader of reason names by policy version and code, null for unknown codes. Each policy is read once. */
export function reasonReader(client: Client) {
  const policies = new Map<number, Promise<ReviewPolicy>>();
  return async (version: number, reason: string | null): Promise<{ en: string; es: string } | null> => {
    if (reason === null) return null;
    const policy = policies.get(version) ?? policyOf(client, version);
    policies.set(version, policy);
    const known = (await policy).catalogue.find(({ code }) => code === reason);
    return known ? { en: known.en, es: known.es } : null;
  };
}

const ADD = "INSERT INTO review_policies (version, user_id, policy) VALUES ($1, $2, $3)";

/** A rule without a first day begins with the change that adds the rule. */
const begun = <Rule extends { first_day?: string | undefined }>(
  rule: Rule,
  was: Rule | null | undefined,
  today: string,
): Rule => ({
  ...rule,
  first_day: rule.first_day ?? was?.first_day ?? today,
});

/** The rules about time, where the caller knows them; else those before. */
function datesOf(given: Pick<GivenPolicy, keyof DatesPolicy>, before: ReviewPolicy): DatesPolicy {
  const today = dateIn(instantFromMs(Date.now()), before.working.time_zone);
  const { documents = before.documents, yearly_check = before.yearly_check } = given;
  const old = new Map(before.documents.map((kind) => [kind.key, kind]));
  return {
    documents: documents.map((kind) => begun(kind, old.get(kind.key), today)),
    yearly_check: yearly_check && begun(yearly_check, before.yearly_check, today),
  };
}

type GivenPolicy = z.output<typeof reviewPolicyInput>;

/**
 * Puts a policy in force as a new version, and returns the previous and the new policy. Throws CONFLICT if the given
 * version is no longer in force. The files are evaluated again in the background (`due.ts`).
 */
export function changePolicy(
  { version, ...given }: GivenPolicy,
  userId: string,
  { pool }: Pooled = database(),
): Promise<{ before: ReviewPolicy; after: ReviewPolicy }> {
  return inTransaction(pool, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.reviewPolicy]);
    const before = await readPolicy(tx);
    if (before.version !== version) throw conflict("Somebody has changed the policy meanwhile; load it again.");
    const policy = { ...given, ...datesOf(given, before) };
    await tx.query(ADD, [version + 1, userId, JSON.stringify(policy)]);
    return { before, after: { ...policy, version: version + 1 } };
  });
}

/**
 * Sets the start of reviews to a time before the installation, unless the policy was changed: with the embedded service
 * the first start then shows a filled queue.
 */
export function beginReviewsAt(review_from: Instant, { pool }: Pooled): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.reviewPolicy]);
    const { version } = await readPolicy(tx);
    if (version === 1) await tx.query(ADD, [2, null, JSON.stringify({ review_from })]);
  });
}
