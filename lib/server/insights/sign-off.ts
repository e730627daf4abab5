import type { SessionUser } from "#lib/contract/access/user.ts";
import { conflict } from "#lib/server/base/errors.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { readReport } from "./report.ts";

const INSERT = `
  INSERT INTO report_sign_offs (month, user_id, name, role, digest) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;

/**
 * Records that a user signed the report of a month off. Throws CONFLICT for a month that is not over, for a report that
 * differs from the one with the given digest, and for one that the user has signed off already.
 */
export async function signOff(
  month: string,
  digest: string,
  { id, name, role }: SessionUser & { id: string },
  connection: Pooled = database(),
): Promise<void> {
  const report = await readReport(month, { userId: id, seesTeam: false }, connection);
  if (!report.is_over) throw conflict("This month is not over.");
  if (report.digest !== digest) throw conflict("The report has changed since; load it again.");
  const { rowCount } = await connection.pool.query(INSERT, [month, id, name, role, digest]);
  if (rowCount === 0) throw conflict("You have signed this report off already.");
}
