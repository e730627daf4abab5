import { MAX_VIEWS, type View, type Views } from "#lib/core/contract/verifications/view.ts";
import { hasDates } from "#lib/desk/server/review/lanes.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { conflict, forbidden, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

type Reader = { id: string; role: Role };
type ViewFields = Pick<View, "name" | "query" | "shared">;

type ViewRow = { view_id: string; user_id: string; name: string; query: string; shared: boolean; created_at: Instant };

const COLUMNS = "id AS view_id, user_id, name, query, shared, created_at";

const mayShare = ({ role }: Reader): boolean => may(role, "views.share");

const viewOf = ({ user_id, ...row }: ViewRow, reader: Reader): View => ({
  ...row,
  name: shownText(row.name),
  editable: isEditable(row, reader),
});

const isEditable = ({ shared }: Pick<ViewRow, "shared">, reader: Reader): boolean => !shared || mayShare(reader);

/** Shared views in their order, then the reader's own, oldest first. */
export async function listViews(reader: Reader, connection: Pooled = database()): Promise<Views> {
  const { pool } = connection;
  const { rows } = await pool.query<ViewRow>(
    `SELECT ${COLUMNS} FROM views WHERE shared OR user_id = $1
     ORDER BY shared DESC, place NULLS LAST, created_at, id`,
    [reader.id],
  );
  return { items: rows.map((row) => viewOf(row, reader)), dated: await hasDates(connection) };
}

/** Saves a view. Throws FORBIDDEN for a shared view without the permission, and CONFLICT at the limit. */
export async function addView(
  { name, query, shared }: ViewFields,
  reader: Reader,
  { pool }: Pooled = database(),
): Promise<View> {
  if (shared && !mayShare(reader)) throw forbidden();
  return inTransaction(pool, async (tx) => {
    await requirePlace(tx, shared, reader.id);
    const { rows } = await tx.query<ViewRow>(
      `INSERT INTO views (user_id, name, query, shared) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
      [reader.id, name, query, shared],
    );
    return viewOf(rows[0] as ViewRow, reader);
  });
}

/**
 * Changes the given fields of a view; an admin may also share it or end its sharing. Throws NOT_FOUND for an own view
 * of another user, FORBIDDEN, and CONFLICT at the limit.
 */
export async function changeView(
  { view_id, ...given }: { view_id: string } & Partial<ViewFields>,
  reader: Reader,
  { pool }: Pooled = database(),
): Promise<View> {
  return inTransaction(pool, async (tx) => {
    const view = await lockEditable(tx, view_id, reader);
    const { name, query, shared } = { ...view, ...given };
    if (shared && !mayShare(reader)) throw forbidden();
    if (shared !== view.shared) await requirePlace(tx, shared, view.user_id);
    const { rows } = await tx.query<ViewRow>(
      `UPDATE views SET name = $2, query = $3, shared = $4, place = CASE WHEN shared AND $4 THEN place END WHERE id = $1 RETURNING ${COLUMNS}`,
      [view_id, name, query, shared],
    );
    return viewOf(rows[0] as ViewRow, reader);
  });
}

/** Orders the shared views among these; other views keep their places. */
export async function orderViews(view_ids: readonly string[], { pool }: Pooled = database()): Promise<void> {
  await pool.query(
    `UPDATE views SET place = wanted.place FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted(id, place)
     WHERE views.id = wanted.id AND shared`,
    [view_ids],
  );
}

export async function deleteView(view_id: string, reader: Reader, { pool }: Pooled = database()): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockEditable(tx, view_id, reader);
    await tx.query("DELETE FROM views WHERE id = $1", [view_id]);
  });
}

async function lockEditable(tx: Client, view_id: string, reader: Reader): Promise<ViewRow> {
  const { rows } = await tx.query<ViewRow>(
    `SELECT ${COLUMNS} FROM views WHERE id = $1 AND (shared OR user_id = $2) FOR UPDATE`,
    [view_id, reader.id],
  );
  const [row] = rows;
  if (!row) throw notFound("The view");
  if (!isEditable(row, reader)) throw forbidden();
  return row;
}

/** Throws CONFLICT at the limit of views. Under a lock, so that concurrent additions cannot exceed the limit. */
async function requirePlace(tx: Client, shared: boolean, user_id: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext($1))", [shared ? "views" : `views ${user_id}`]);
  const { rows } = await tx.query<{ views: number }>(
    "SELECT count(*) AS views FROM views WHERE shared = $1 AND ($1 OR user_id = $2)",
    [shared, user_id],
  );
  if ((rows[0]?.views ?? 0) >= MAX_VIEWS) {
    throw conflict(`There are ${MAX_VIEWS} ${shared ? "shared" : "own"} views at most.`);
  }
}
