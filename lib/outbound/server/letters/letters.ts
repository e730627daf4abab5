import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { type Letter, type Letters, MAX_LETTERS } from "#lib/outbound/contract/letters/letter.ts";
import type { LetterInput } from "#lib/outbound/contract/letters/letter-input.ts";
import { enqueue } from "#lib/outbound/server/channels/outgoing.ts";
import { isMailAddress } from "#lib/platform/contract/mail/is-mail-address.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { isMailConfigured } from "#lib/platform/server/mail/send.ts";

/** A letter whose message is no longer in the queue, without an answer, has failed. */
const LETTERS = `
  SELECT letter.id AS letter_id, letter.verification_id, letter.recipient AS "to", letter.subject, letter.text,
    jsonb_build_object('user_id', letter.user_id, 'name', author.name) AS author, letter.created_at,
    CASE WHEN letter.state = 'pending' AND queued.state IS DISTINCT FROM 'pending' THEN 'failed' ELSE letter.state END AS state,
    coalesce(letter.ended_at, queued.ended_at) AS ended_at, letter.status, letter.error, letter.answer
  FROM letters AS letter JOIN users AS author ON author.id = letter.user_id
  LEFT JOIN outgoing AS queued
    ON queued.target = 'letter:' || letter.id AND queued.kind = 'letter' AND queued.source = letter.id::text`;

type Reader = { email: string; role: Role };

/** The letters about a verification, oldest first; `reply_to` is null if the reader cannot send any. */
export async function listLetters(
  verification_id: string,
  { email, role }: Reader,
  { pool }: Pooled = database(),
): Promise<Letters> {
  const { rows } = await pool.query<Letter>(
    `${LETTERS} WHERE letter.verification_id = $1 ORDER BY letter.created_at, letter.id`,
    [verification_id],
  );
  const sends = may(role, "reviews.decide") && isMailConfigured() && isMailAddress(email);
  return { items: rows, reply_to: sends ? email : null };
}

const INSERT = `
  INSERT INTO letters (id, verification_id, recipient, subject, text, user_id) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT DO NOTHING`;

const COUNT_LETTERS = `
  SELECT (SELECT count(*) FROM letters WHERE verification_id = $1) AS letters
  FROM verification_summaries WHERE verification_id = $1`;

/**
 * Queues a letter; `isNew` is false for a repeated request with the same id and content. Throws NOT_FOUND for an
 * unknown verification, and CONFLICT where no mail leaves, for an id of another letter, and beyond the limit of
 * letters.
 */
export async function addLetter(
  input: LetterInput & { verification_id: string },
  author: { id: string; email: string },
  { pool }: Pooled = database(),
): Promise<{ letter: Letter; isNew: boolean }> {
  if (!isMailConfigured()) throw conflict("This installation has no mail server.");
  if (!isMailAddress(author.email)) throw conflict("Answers could not be mailed to the address of your account.");
  const { letter_id, verification_id, to, subject, text } = input;
  return inTransaction(pool, async (tx) => {
    // Locked before any row, as by an erasure: a letter is either erased too, or finds no verification.
    await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
    const [known] = (await tx.query<{ letters: number }>(COUNT_LETTERS, [verification_id])).rows;
    if (!known) throw notFound("The verification");
    // The second of two concurrent equal requests waits here for the first.
    const added = await tx.query(INSERT, [letter_id, verification_id, to, subject, text, author.id]);
    const [letter] = (await tx.query<Letter>(`${LETTERS} WHERE letter.id = $1`, [letter_id])).rows;
    if (!letter || !isSame(letter, input, author.id)) throw conflict("The id is of another letter.");
    if (!added.rowCount) return { letter, isNew: false };
    if (known.letters >= MAX_LETTERS) throw conflict(`A verification has ${MAX_LETTERS} letters at most.`);
    await enqueue(tx, [{ target: { letter_id }, kind: "letter", source: letter_id, verification_id, payload: {} }]);
    await notifyChanged(tx, new Map([[verification_id, new Set(["letters" as const])]]));
    // The row was read before its message was queued, and still says `failed`.
    return { letter: { ...letter, state: "pending" }, isNew: true };
  });
}

const isSame = (letter: Letter, asked: LetterInput & { verification_id: string }, user_id: string): boolean =>
  letter.author.user_id === user_id &&
  (["verification_id", "to", "subject", "text"] as const).every((name) => letter[name] === asked[name]);
