import { hash } from "node:crypto";
import type pg from "pg";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

export const REFUSAL_REASONS = [
  "unknown_account",
  "wrong_password",
  "no_password",
  "disabled",
  "no_role",
  "passwords_off",
  "code_missing",
  "code_wrong",
  "passkey_missing",
  "passkey_wrong",
  "passkey_cloned",
  "throttled",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A refusal with its reason, which is not shown to the caller; null if the refusal gets no entry of its own. */
export class Refusal extends CotejoError {
  readonly reason: RefusalReason | null;

  constructor(reason: RefusalReason | null, error: CotejoError) {
    super(error.code, error.status, error.message, error);
    this.reason = reason;
  }

  /** Recognises copies of the class, as `CotejoError` does. */
  static override [Symbol.hasInstance](value: unknown): value is Refusal {
    return CotejoError[Symbol.hasInstance](value) && "reason" in value;
  }
}

export const signInRefused = () => new CotejoError("UNAUTHORIZED", 401, "Email or password is wrong.");

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The rules of the counters, in seconds: `free` attempts have no wait, each further attempt doubles the wait up to
 * `longest`, and the count halves every `halfLife`. Attempts during a wait do not lengthen it.
 */
const RULES = {
  /** An account from one address: a user's typing errors, and a single attacker's guesses. */
  account_at_address: { free: 10, longest: 15 * MINUTE, halfLife: HOUR },
  /** An account from anywhere but known browsers: fewer than two hundred guesses a day, from any number of machines. */
  account: { free: 20, longest: 15 * MINUTE, halfLife: 12 * HOUR },
  /** An address, for any account: an office behind one address makes typing errors too, and successes are given back. */
  address: { free: 60, longest: 15 * MINUTE, halfLife: HOUR },
  /** A browser that the user has signed in with before: others can't use this up. */
  known_browser: { free: 10, longest: 5 * MINUTE, halfLife: HOUR },
  /** The password again within a session. */
  session: { free: 5, longest: 15 * MINUTE, halfLife: HOUR },
  /**
   * Codes of a second factor, after the right password, by known browser, by session and from elsewhere: a code has a
   * million values, of which two are right.
   */
  code: { free: 5, longest: HOUR, halfLife: 12 * HOUR },
} as const;

export type Attempt = readonly [kind: keyof typeof RULES, ...of: string[]];

const subjectOf = (attempt: Attempt): string => hash("sha256", JSON.stringify(attempt));

/** A count is negligible after so many half-lives, and its row may be deleted. */
const HALVINGS_KEPT = 10;
const MAX_DELETED_ROWS = 20;

const tooMany = (retryAfter: number) =>
  new CotejoError("TOO_MANY_REQUESTS", 429, "Too many attempts. Try again later.", { retryable: true, retryAfter });

/**
 * Counts an attempt before its check, so that concurrent attempts do not all pass; a success gives it back. If any of its
 * counters requires a wait, counts nothing and throws Refusal with the seconds. Only the first refusal of a wait has a
 * reason and is recorded: the others would fill the audit trail.
 */
export async function takeAttempt(attempts: readonly Attempt[], { pool }: Pooled = database()): Promise<void> {
  // In a fixed order, so that concurrent attempts never deadlock on the same rows.
  const counted = attempts
    .map((attempt) => ({ subject: subjectOf(attempt), ...RULES[attempt[0]] }))
    .sort((one, other) => (one.subject < other.subject ? -1 : 1));
  const subjects = counted.map(({ subject }) => subject);
  // Repeated attempts during a wait cost one query, without a write.
  const known = await pool.query<{ wait: number }>(
    `SELECT extract(epoch FROM max(free_at) - clock_timestamp())::float8 AS wait FROM throttles
     WHERE subject = ANY ($1) AND free_at > clock_timestamp() HAVING bool_and(refused_at IS NOT NULL)`,
    [subjects],
  );
  if (known.rows[0]) throw new Refusal(null, tooMany(Math.max(1, Math.ceil(known.rows[0].wait))));
  const refusal = await inTransaction(pool, async (tx) => {
    await tx.query(
      `INSERT INTO throttles (subject, level, forget_at) SELECT unnest($1::text[]), 0, now() ON CONFLICT DO NOTHING`,
      [subjects],
    );
    const { rows } = await tx.query<{ wait: number; recorded: boolean }>(
      `SELECT extract(epoch FROM free_at - clock_timestamp())::float8 AS wait, refused_at IS NOT NULL AS recorded
       FROM throttles WHERE subject = ANY ($1) ORDER BY subject FOR UPDATE`,
      [subjects],
    );
    const waiting = rows.filter(({ wait }) => wait > 0);
    if (waiting.length > 0) {
      await tx.query(
        "UPDATE throttles SET refused_at = now() WHERE subject = ANY ($1) AND refused_at IS NULL AND free_at > clock_timestamp()",
        [subjects],
      );
      const seconds = Math.ceil(Math.max(...waiting.map(({ wait }) => wait)));
      return new Refusal(waiting.every(({ recorded }) => recorded) ? null : "throttled", tooMany(seconds));
    }
    for (const counter of counted) await count(tx, counter);
    await tx.query(
      `DELETE FROM throttles WHERE subject IN
         (SELECT subject FROM throttles WHERE forget_at < now() AND NOT subject = ANY ($1)
          LIMIT ${MAX_DELETED_ROWS} FOR UPDATE SKIP LOCKED)`,
      [subjects],
    );
    return null;
  });
  if (refusal) throw refusal;
}

type Counter = { subject: string; free: number; longest: number; halfLife: number };

const count = (tx: pg.PoolClient, { subject, free, longest, halfLife }: Counter) =>
  tx.query(
    `UPDATE throttles SET level = faded + 1, at = clock_timestamp(), refused_at = NULL,
       free_at = clock_timestamp() + make_interval(secs => CASE WHEN faded + 1 > $2 THEN least($3, power(2, least(faded + 1 - $2, 30))) ELSE 0 END),
       forget_at = now() + make_interval(secs => $4 * ${HALVINGS_KEPT})
     FROM (SELECT level * power(0.5, greatest(0, extract(epoch FROM clock_timestamp() - at))::float8 / $4) AS faded FROM throttles WHERE subject = $1) AS before
     WHERE subject = $1`,
    [subject, free, longest, halfLife],
  );

/**
 * After a success the counters of account and browser start again. The address gets only this attempt back, since an
 * attacker with an account would otherwise gain unlimited guesses at other accounts.
 */
export async function giveBack(attempts: readonly Attempt[], { pool }: Pooled = database()): Promise<void> {
  const shared = attempts.filter(([kind]) => kind === "address").map(subjectOf);
  const own = attempts.filter(([kind]) => kind !== "address").map(subjectOf);
  await pool.query("DELETE FROM throttles WHERE subject = ANY ($1)", [own]);
  await pool.query("UPDATE throttles SET level = greatest(level - 1, 0) WHERE subject = ANY ($1)", [shared]);
}
