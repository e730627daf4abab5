import { notifyChanged } from "#lib/core/server/live/notify.ts";
import type { Letter } from "#lib/outbound/contract/letters/letter.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { type MailResult, trySend } from "#lib/platform/server/mail/send.ts";

type LetterRow = Pick<
  Letter,
  "verification_id" | "to" | "subject" | "text" | "state" | "status" | "error" | "answer"
> & {
  reply_to: string;
};

const LETTER = `
  SELECT verification_id, recipient AS "to", author.email AS reply_to, subject, text, state, status, error, answer
  FROM letters JOIN users AS author ON author.id = user_id WHERE letters.id = $1`;

/** Changes no row if another attempt has ended the letter meanwhile. */
const RESULT = `
  UPDATE letters SET state = $2, status = $3, error = $4, answer = $5, ended_at = CASE WHEN $2 <> 'pending' THEN now() END
  WHERE id = $1 AND state = 'pending'`;

/**
 * Makes one attempt to send a letter, and writes its result to the file and the audit trail. A letter whose result is known
 * is not sent again. An attempt after a crash sends it under the same Message-ID. If the last attempt fails, the letter has
 * failed.
 */
export async function sendLetter({ pool }: Pooled, letter_id: string, isLast = false): Promise<MailResult> {
  const [letter] = (await pool.query<LetterRow>(LETTER, [letter_id])).rows;
  // The letter was erased with its file.
  if (!letter) return { ok: false, permanent: true, status: null, error: "no_letter", answer: null };
  if (letter.state !== "pending") return knownResult(letter);
  const { verification_id, to, reply_to: replyTo, subject, text } = letter;
  const mail = { id: letter_id, to, replyTo, subject, text, verification_id, automatic: false };
  const result = await trySend(mail, { pool });
  const { status, answer } = result;
  const error = result.ok ? null : result.error;
  const state = stateOf(result, isLast);
  await inTransaction(pool, async (tx) => {
    const changed = await tx.query(RESULT, [letter_id, state, status, error, answer]);
    if (!changed.rowCount) return;
    await notifyChanged(tx, new Map([[verification_id, new Set(["letters" as const])]]));
    if (state === "pending") return;
    await writeAudit(tx, {
      action: "letter.answered",
      ids: { verification_id, letter_id },
      actor: SYSTEM_ACTOR,
      after: { state, ...(status !== null && { smtp_status: status }) },
      outcome: result.ok ? "done" : "failed",
      error_code: error,
    });
  });
  return result;
}

const knownResult = ({ state, status, error, answer }: LetterRow): MailResult =>
  state === "sent"
    ? { ok: true, status: status ?? 250, answer }
    : { ok: false, permanent: true, status, error: error ?? state, answer };

function stateOf(result: MailResult, isLast: boolean): Exclude<Letter["state"], "unknown"> {
  if (result.ok) return "sent";
  if (!result.permanent) return isLast ? "failed" : "pending";
  return result.error === "recipient_refused" ? "bounced" : "refused";
}
