import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { subjectOf } from "#lib/statements/contract/documents.ts";
import type { Statement } from "#lib/statements/contract/statement.ts";
import type { Stated } from "#lib/statements/contract/statement-input.ts";

type Row = Omit<Statement, keyof Stated> & { kind: Stated["kind"]; value: object };

const COLUMNS = "id AS statement_id, at AS stated_at, user_id, user_name, origin AS source, kind, value";

const statementOf = ({ value, ...row }: Row): Statement => ({ ...row, ...value }) as Statement;

const LIST = `SELECT ${COLUMNS} FROM file_statements WHERE verification_id = $1 ORDER BY id DESC`;

/** The statements about a file, newest first. Their number is bounded (`MAX_STATEMENTS`). */
export async function readStatements(client: Client, verification_id: string): Promise<Statement[]> {
  const { rows } = await client.query<Row>({ name: "statements of a file", text: LIST, values: [verification_id] });
  return rows.map(statementOf);
}

/** Who states: a user, a service token (`source` alone), or a user with the row of an import. */
export type Author = { user_id: string | null; user_name: string | null; source: string | null };

export const authorOf = ({ id, name }: { id: string; name: string }): Author => ({
  ...{ user_id: id, user_name: name, source: null },
});

const INSERT = `
  INSERT INTO file_statements (verification_id, at, kind, subject, value, user_id, user_name, origin)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`;

/** Adds a statement, in a transaction that holds the review of the file. */
export async function insertStatement(
  tx: Client,
  { verification_id, at }: { verification_id: string; at: Instant },
  stated: Stated,
  { user_id, user_name, source }: Author,
): Promise<Statement> {
  const { kind, ...value } = stated;
  const values = [verification_id, at, kind, subjectOf(stated), JSON.stringify(value), user_id, user_name, source];
  const { rows } = await tx.query<Row>(INSERT, values);
  return statementOf(rows[0] as Row);
}
