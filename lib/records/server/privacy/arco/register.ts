import { shortenCurp } from "#lib/core/contract/people/person.ts";
import { resolveFile } from "#lib/core/server/inbox/resolve-file.ts";
import { unresolved } from "#lib/core/server/titles/find-file.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { ANSWER_DAYS, deadlineAfter, workingDaysLeft } from "#lib/platform/contract/working-days.ts";
import type { Working } from "#lib/platform/contract/working-time.ts";
import { invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  type ArcoList,
  type ArcoRequest,
  type ArcoStep,
  type ArcoSubject,
  MAX_LISTED,
} from "#lib/records/contract/privacy/arco.ts";
import type { NewArcoRequest } from "#lib/records/contract/privacy/arco-input.ts";

/** The user who registers or changes a request. */
export type Officer = { id: string; name: string };

type ShownFields = Pick<
  ArcoRequest,
  "request_id" | "folio" | "kind" | "state" | "outcome" | "received_at" | "due_at" | "due_on"
>;

/** The columns of a request, with the whole CURP. */
export type RequestRow = ShownFields & ArcoSubject & { extended_at: Instant | null; answered_at: Instant | null };

const COLUMNS = `id AS request_id, folio, kind, state, outcome, curp, name, verification_id, received_at, due_at, due_on::text AS due_on,
  extended_at, answered_at`;

const clock = (): Instant => instantFromMs(Date.now());

/** A request as pages show it, with the CURP shortened. */
export function asShown(row: RequestRow, working: Working, now = clock()): ArcoRequest {
  const { curp, name, verification_id, extended_at, answered_at: _, due_at, due_on, ...rest } = row;
  return {
    ...rest,
    subject: { name, curp: curp && shortenCurp(curp), verification_id },
    due_at,
    due_on,
    overdue: due_at !== null && due_at < now,
    days_left: due_on === null ? null : workingDaysLeft(now, due_on, working),
    extended: extended_at !== null,
  };
}

/** The id of the file that a request names. Throws VALIDATION_ERROR with the field where no single file has the name. */
async function findNamed(tx: Client, text: string): Promise<string> {
  const { state, verification_id } = await resolveFile(tx, text);
  if (verification_id !== null) return verification_id;
  throw unresolved("subject.verification_id", state, "VALIDATION_ERROR");
}

/**
 * Registers a request: the period for its answer begins on the day of its receipt, in the zone of the policy in force.
 * The file is named by id, tag or address, and stored by its id.
 */
export async function registerRequest(
  { kind, subject, received_at, identified_by }: NewArcoRequest,
  officer: Officer,
  { pool }: Pooled = database(),
): Promise<ArcoRequest> {
  if (received_at > clock()) throw invalid("Invalid received_at: it is in the future.");
  return inTransaction(pool, async (tx) => {
    const file = subject.verification_id === undefined ? null : await findNamed(tx, subject.verification_id);
    const { working } = await readPolicy(tx);
    const { due_on, due_at } = deadlineAfter(received_at, ANSWER_DAYS, working);
    const { rows } = await tx.query<RequestRow>(
      `INSERT INTO arco_requests (kind, curp, name, verification_id, received_at, due_at, due_on)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
      [kind, subject.curp ?? null, subject.name ?? null, file, received_at, due_at, due_on],
    );
    const row = rows[0] as RequestRow;
    await logStep(tx, row.request_id, "received", officer);
    if (identified_by !== undefined) await logStep(tx, row.request_id, "identified", officer, identified_by);
    return asShown(row, working);
  });
}

export async function logStep(
  tx: Client,
  request_id: string,
  step: ArcoStep["step"],
  { id, name }: Officer,
  text: string | null = null,
): Promise<void> {
  await tx.query("INSERT INTO arco_log (request_id, step, user_id, user_name, text) VALUES ($1, $2, $3, $4, $5)", [
    request_id,
    step,
    id,
    name,
    text,
  ]);
}

const OPEN = `SELECT ${COLUMNS} FROM arco_requests WHERE due_at IS NOT NULL ORDER BY due_at, id LIMIT ${MAX_LISTED}`;
const CLOSED = `SELECT ${COLUMNS} FROM arco_requests WHERE due_at IS NULL ORDER BY received_at DESC, id LIMIT ${MAX_LISTED}`;
const COUNTS = `
  SELECT count(*)::int AS total, count(due_at)::int AS open, count(*) FILTER (WHERE due_at < $1)::int AS overdue
  FROM arco_requests`;

/** The register: open requests by their due time (overdue requests first), then closed requests. */
export async function listRequests({ pool }: Pooled = database()): Promise<ArcoList> {
  const now = clock();
  const { working } = await readPolicy(pool);
  const open = await pool.query<RequestRow>(OPEN);
  const closed = await pool.query<RequestRow>(CLOSED);
  const counts = await pool.query<Omit<ArcoList, "items">>(COUNTS, [now]);
  return {
    items: [...open.rows, ...closed.rows].map((row) => asShown(row, working, now)),
    ...(counts.rows[0] ?? { total: 0, open: 0, overdue: 0 }),
  };
}

/** A request with its whole CURP. Throws NOT_FOUND. */
export async function readRequest(client: Client, request_id: string, lock = false): Promise<RequestRow> {
  const { rows } = await client.query<RequestRow>(
    `SELECT ${COLUMNS} FROM arco_requests WHERE id = $1 ${lock ? "FOR UPDATE" : ""}`,
    [request_id],
  );
  if (!rows[0]) throw notFound("This request");
  return rows[0];
}

export async function readLog(client: Client, request_id: string): Promise<ArcoStep[]> {
  const { rows } = await client.query<ArcoStep>(
    "SELECT step, at, user_name AS by, text FROM arco_log WHERE request_id = $1 ORDER BY id",
    [request_id],
  );
  return rows;
}
