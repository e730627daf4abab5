import { may, type Permission } from "#lib/contract/access/permissions.ts";
import { fileName, shortId, shownValue } from "#lib/contract/text.ts";
import { currentSession } from "#lib/server/access/session.ts";
import { database, findRow } from "#lib/server/db/database.ts";
import { coveredFor } from "#lib/server/need-to-know/cover.ts";

const NAMES = "SELECT verification_id, title, tag FROM verification_summaries WHERE verification_id = $1";

/** The name of a file in the title of a page, as lists show it to this reader; null for readers without the permission. */
export async function fileTitle(id: string, permission: Permission): Promise<string | null> {
  const session = await currentSession();
  if (!session || !may(session.user.role, permission)) return null;
  const row = await findRow<{ verification_id: string; title: string | null; tag: string | null }>(
    database().pool,
    NAMES,
    [id],
  );
  const file = row && (await coveredFor(session.user.role, shownValue(row), id));
  return (file && fileName(file)) ?? shortId(id);
}
