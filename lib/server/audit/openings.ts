import type { Opening, Openings } from "#lib/contract/audit/audit.ts";
import { type Client, type Database, database, inTransaction } from "#lib/server/db/database.ts";
import type { Actor } from "./actor.ts";
import { writeAudit } from "./write.ts";

/*
 * What counts as one opening (design §9):
 *
 * - People: their data leaving for a page. Who is sent whole was opened; of whom only the name and the ends of the CURP are
 *   sent, as in the list of a file, the name was seen. A page that is open refetches with every update, so within a quarter
 *   of an hour one user's opening of a verification is written once; people who join meanwhile are written when they do.
 * - A PDF: each answer with the whole file. An answer with a part of it belongs to the opening of the same PDF by the same
 *   user in the last quarter of an hour; where there is none it is an opening itself, whichever part it holds, so that no
 *   byte leaves unrecorded. An answer without bytes (a refusal, a range beyond the end, HEAD) is none.
 */
const READING_MINUTES = 15;

const RECENT = `
  FROM audit_log WHERE (ids ->> 'verification_id') COLLATE "C" = $1 AND action = $2 AND user_id = $3
    AND at > now() - interval '${READING_MINUTES} minutes'`;

type Verification = { verification_id: string };

type Sent = Verification & {
  /** Whose data goes to a page. */
  opened: readonly number[];
  /** Of whom only the name and the ends of the CURP go there. */
  named: readonly number[];
};

/** Records who goes to a page, whole or by name; nothing where the same has just gone to the same user. */
export async function recordPeopleSent(
  { verification_id, opened, named }: Sent,
  actor: Actor,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await oneAtATime(tx, verification_id, actor);
    const record = async (action: "people.opened" | "people.named", people_ids: readonly number[]) => {
      if (people_ids.length === 0) return;
      const { rows } = await tx.query<{ people_id: number }>(
        `SELECT DISTINCT jsonb_array_elements(ids -> 'people_ids')::bigint AS people_id ${RECENT}`,
        [verification_id, action, actor.user?.id],
      );
      const known = new Set(rows.map(({ people_id }) => people_id));
      const others = [...new Set(people_ids)].filter((id) => !known.has(id));
      if (others.length > 0) await writeAudit(tx, { action, ids: { verification_id, people_ids: others }, actor });
    };
    await record("people.opened", opened);
    await record("people.named", named);
  });
}

/** Records that a PDF, or with `part` some of its bytes, goes to a user. */
export async function recordPdfOpened(
  { verification_id, people_id, part }: Verification & { people_id: number; part: boolean },
  actor: Actor,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await oneAtATime(tx, verification_id, actor);
    const { rows } = await tx.query<{ id: number }>(
      `SELECT id ${RECENT} AND ids -> 'people_ids' @> to_jsonb($4::bigint) LIMIT 1`,
      [verification_id, "curp_pdf.opened", actor.user?.id, people_id],
    );
    if (part && rows.length > 0) return;
    await writeAudit(tx, { action: "curp_pdf.opened", ids: { verification_id, people_ids: [people_id] }, actor });
  });
}

/** Two tabs, or two ranges, of one user at one moment: the second sees what the first has written. */
async function oneAtATime(tx: Client, verification_id: string, { user }: Actor): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
    JSON.stringify(["opening", user?.id, verification_id]),
  ]);
}

const SHOWN = 8;

/** Who opened a person last, newest first. */
export async function openingsOfPerson(
  { verification_id, people_id }: Verification & { people_id: number },
  { pool }: Pick<Database, "pool"> = database(),
): Promise<Openings> {
  const { rows } = await pool.query<Opening>(
    `SELECT log.at, log.action, jsonb_build_object('email', log.user_email, 'name', users.name) AS user
     FROM audit_log AS log LEFT JOIN users ON users.id = log.user_id
     WHERE (log.ids ->> 'verification_id') COLLATE "C" = $1 AND log.ids -> 'people_ids' @> to_jsonb($2::bigint)
       AND log.action IN ('people.opened', 'curp_pdf.opened')
     ORDER BY log.id DESC LIMIT ${SHOWN}`,
    [verification_id, people_id],
  );
  return { items: rows };
}
