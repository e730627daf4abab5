import { ensureKnown } from "#lib/core/server/refresh/open.ts";
import { readPeopleNow } from "#lib/core/server/refresh/read-verification.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { findList, isRecord } from "#lib/platform/contract/answer.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { isLoopback } from "#lib/platform/server/base/env-values.ts";
import { CotejoError, notFound } from "#lib/platform/server/base/errors.ts";
import { createTurns } from "#lib/platform/server/base/limits.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { type FetchedPdf, fetchPdf, fileError } from "./fetch-pdf.ts";

type PdfRequest = { verification_id: string; people_id: number; userId: string };

/** Open files per user; each holds a connection to the file's server until its reader has finished. */
const FILES = { perUser: 6, maxWaiting: 16, timeoutMs: 5_000 };

// Hot reload evaluates modules again; the turns must outlive them.
const shared = globalThis as { cotejoFileTurns?: ReturnType<typeof createTurns> };

/**
 * The PDF of a person's CURP (interface, CURP lookup result: `curp_file`), with its first bytes loaded. The service is
 * read at each opening, since its signed address expires, and once more if that address was refused. Throws
 * CotejoError: TOO_MANY_REQUESTS for a user with too many open files, NOT_FOUND for an unknown verification, `FILE_…`
 * for a file, and the service's own failures.
 */
export async function openCurpFile(pdf: PdfRequest, connection: Pooled = database()): Promise<FetchedPdf> {
  shared.cotejoFileTurns ??= createTurns(FILES);
  const endTurn = await shared.cotejoFileTurns(pdf.userId);
  try {
    const file = await openFile(pdf, connection);
    const close = () => {
      file.close();
      endTurn();
    };
    return { ...file, close };
  } catch (error) {
    endTurn();
    throw error;
  }
}

async function openFile(pdf: PdfRequest, connection: Pooled): Promise<FetchedPdf> {
  // People are not stored for an otherwise unknown verification.
  if (!(await ensureKnown(pdf, connection))) throw notFound("This verification");
  try {
    return await fetchFresh(pdf, connection);
  } catch (error) {
    if (!(error instanceof CotejoError) || error.code !== "FILE_REFUSED") throw error;
    return fetchFresh(pdf, connection);
  }
}

async function fetchFresh({ people_id, ...request }: PdfRequest, connection: Pooled) {
  const body = await readPeopleNow(connection, serviceClient(connection), request);
  const address = fileAddressOf(body, people_id);
  if (address === null) throw fileError("FILE_NOT_AVAILABLE", "The service has no PDF of this person's CURP.");
  return fetchPdf(address, { loopbackOrigin: loopbackOrigin() });
}

/** The address of the first entry with a file, if several entries have this number. */
function fileAddressOf(answer: unknown, people_id: number): string | null {
  for (const person of findList(answer)?.list ?? []) {
    if (!isRecord(person) || person.people_id !== people_id || !isRecord(person.external_identities)) continue;
    const { curp } = person.external_identities;
    if (isRecord(curp) && typeof curp.curp_file === "string" && curp.curp_file !== "") return curp.curp_file;
  }
  return null;
}

/** Files may be on this machine if the service itself is. */
function loopbackOrigin(): string | null {
  const { SVC_BASE_URL } = env();
  if (!SVC_BASE_URL) return null;
  const { origin, hostname } = new URL(SVC_BASE_URL);
  return isLoopback(hostname) ? origin : null;
}
