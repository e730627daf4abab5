import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { subjectOf } from "#lib/statements/contract/documents.ts";
import type { StatedEntry, Statement } from "#lib/statements/contract/statement.ts";
import type { Stated } from "#lib/statements/contract/statement-input.ts";

type Row = Omit<Statement, keyof Stated> & { kind: Stated["kind"]; value: object };

const COLUMNS = "id AS statement_id, at AS stated_at, user_id, user_name, origin AS source, kind, value";

const statementOf = ({ value, ...row }: Row): Statement => ({ ...row, ...value }) as Statement;

const standing = (files: string, more = ""): string => `
  SELECT ${more}${COLUMNS} FROM file_statements AS stated
  WHERE verification_id ${files} AND withdraws IS NULL AND NOT EXISTS (
    SELECT FROM file_statements AS later WHERE later.verification_id = stated.verification_id AND later.withdraws = stated.id)
  ORDER BY id DESC`;
const STANDING = standing("= $1");

/** The statements about a file that nobody has withdrawn, newest first. Their number is bounded (`MAX_STATEMENTS`). */
export async function readStatements(client: Client, verification_id: string): Promise<Statement[]> {
  const { rows } = await client.query<Row>({ name: "statements of a file", text: STANDING, values: [verification_id] });
  return rows.map(statementOf);
}

const STANDING_OF = standing("= ANY ($1)", "verification_id, ");

/** As `readStatements`, of these files. */
export async function readStatementsOf(client: Client, ids: readonly string[]): Promise<Map<string, Statement[]>> {
  const { rows } = await client.query<Row & { verification_id: string }>(STANDING_OF, [ids]);
  const byFile = Map.groupBy(rows, ({ verification_id }) => verification_id);
  return new Map([...byFile].map(([id, own]) => [id, own.map(({ verification_id: _, ...row }) => statementOf(row))]));
}

const HISTORY = `
  SELECT ${COLUMNS}, (SELECT jsonb_build_object('at', later.at, 'user_name', later.user_name) FROM file_statements AS later
    WHERE later.verification_id = $1 AND later.withdraws = stated.id LIMIT 1) AS withdrawn
  FROM file_statements AS stated WHERE verification_id = $1 AND withdraws IS NULL ORDER BY id DESC`;

/** All statements about a file with their withdrawals, newest first. */
export async function readHistory(client: Client, verification_id: string): Promise<StatedEntry[]> {
  const { rows } = await client.query<Row & Pick<StatedEntry, "withdrawn">>(HISTORY, [verification_id]);
  return rows.map(({ withdrawn, ...row }) => ({ ...statementOf(row), withdrawn }));
}

/** Who states: a user, a service token (`source` alone), or a user with the row of an import. */
export type Author = { user_id: string | null; user_name: string | null; source: string | null; batch?: string };

export const authorOf = ({ id, name }: { id: string; name: string }): Author => ({
  ...{ user_id: id, user_name: name, source: null },
});

const INSERT = `
  INSERT INTO file_statements (verification_id, at, kind, subject, value, user_id, user_name, origin, batch)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`;

/** Adds a statement, in a transaction that holds the review of the file. */
export async function insertStatement(
  tx: Client,
  { verification_id, at }: { verification_id: string; at: Instant },
  stated: Stated,
  { user_id, user_name, source, batch = undefined }: Author,
): Promise<Statement> {
  const { kind, ...value } = stated;
  const own = [verification_id, at, kind, subjectOf(stated), JSON.stringify(value)];
  const { rows } = await tx.query<Row>(INSERT, [...own, user_id, user_name, source, batch ?? null]);
  return statementOf(rows[0] as Row);
}

const WITHDRAW = `
  INSERT INTO file_statements (verification_id, at, kind, subject, value, user_id, user_name, withdraws)
  SELECT stated.verification_id, $2, kind, subject, '{}', $3, $4, id FROM file_statements AS stated
  WHERE id = $1 AND NOT EXISTS (SELECT FROM file_statements AS later WHERE later.withdraws = stated.id)`;

/** Withdraws a statement, in a transaction that holds the review of its file. False if it was withdrawn before. */
export async function withdrawStatement(
  tx: Client,
  { statement_id, at }: { statement_id: number; at: Instant },
  { user_id, user_name }: Pick<Author, "user_id" | "user_name">,
): Promise<boolean> {
  return Boolean((await tx.query(WITHDRAW, [statement_id, at, user_id, user_name])).rowCount);
}
