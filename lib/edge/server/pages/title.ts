import { currentSession } from "#lib/access/server/session.ts";
import { coveredFor } from "#lib/core/server/need-to-know/cover.ts";
import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import { fileName, shortId, shownValue } from "#lib/platform/contract/text.ts";
import { database, findRow } from "#lib/platform/server/db/database.ts";

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
