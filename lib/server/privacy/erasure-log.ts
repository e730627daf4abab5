import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { env } from "#lib/server/base/env.ts";
import { type Client, type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { findMarkKey, markedBy } from "#lib/server/inbox/erasure-marks.ts";
import { type KnownKey, openKey } from "#lib/server/vault/dashboard-keys.ts";
import { type MasterKeys, masterKeys, openFromFile, sealForFile } from "#lib/server/vault/vault.ts";

/*
 * What a backup cannot know: erasures, liftings and API keys from after it was taken. The log is a file beside the backups,
 * a JSON object a line; ids are HMACs whose key is in the log too, encrypted under the master secret.
 */

const FILE = "erasures.log";
const MOST_LINE_BYTES = 8_192;

const sealed = z.object({ master: z.string(), nonce: z.string(), ciphertext: z.string() });
const at = z.iso.datetime({ offset: true });
const hex = z.string().regex(/^[0-9a-f]{16,64}$/);

const line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("erasure_key"), at, key: hex, sealed }),
  z.object({ kind: z.enum(["erased", "lifted"]), at, key: hex, id: hex }),
  z.object({
    kind: z.literal("api_key"),
    at,
    service_key_id: z.string().nullable(),
    name: z.string().nullable(),
    sealed,
  }),
]);
type Line = z.output<typeof line>;

export type ErasureLog = {
  found: boolean;
  /** The keys of marks, by name. */
  keys: Map<string, Buffer>;
  /** The newest line of each id, by its mark in hexadecimal. */
  newest: Map<string, { kind: "erased" | "lifted"; at: string; key: string }>;
  apiKey: (KnownKey & { at: string }) | null;
  /** Lines that are cut or belong to another version or master secret. */
  unreadable: number;
};

const nameOfKey = (key: Buffer) => createHash("sha256").update(key).digest("hex").slice(0, 16);

/** Whether erasures are written where a restore finds them; `off` without BACKUP_DIR. */
export type ErasureLogState = "kept" | "off" | "unwritable";

export async function erasureLogState(directory = env().BACKUP_DIR): Promise<ErasureLogState> {
  if (!directory) return "off";
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.W_OK | constants.X_OK);
    await tryFile(join(directory, FILE));
    return "kept";
  } catch {
    return "unwritable";
  }
}

/** Throws where there is a log that this process may not write, as one of another user. */
async function tryFile(path: string): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await file?.close();
}

/** Reads the log of a folder; `masters` open what is encrypted in it. A log that is not there is an empty one. */
export async function readErasureLog(directory: string, masters: MasterKeys = masterKeys()): Promise<ErasureLog> {
  const log: ErasureLog = { found: false, keys: new Map(), newest: new Map(), apiKey: null, unreadable: 0 };
  const file = await open(join(directory, FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!file) return log;
  log.found = true;
  const lines = createInterface({ input: createReadStream("", { fd: file.fd, autoClose: false }) });
  try {
    for await (const text of lines) if (text !== "" && !add(log, text, masters)) log.unreadable += 1;
  } finally {
    await file.close();
  }
  return log;
}

function add(log: ErasureLog, text: string, masters: MasterKeys): boolean {
  try {
    if (text.length > MOST_LINE_BYTES) return false;
    const read = line.parse(JSON.parse(text));
    if (read.kind === "erasure_key") {
      log.keys.set(read.key, Buffer.from(openFromFile("erasure_key", read.sealed, masters), "base64"));
    } else if (read.kind === "api_key") {
      const value = openFromFile("api_key", read.sealed, masters);
      log.apiKey = { value, service_key_id: read.service_key_id, name: read.name, at: read.at };
    } else {
      log.newest.set(read.id, { kind: read.kind, at: read.at, key: read.key });
    }
    return true;
  } catch {
    return false;
  }
}

/** Appends lines in one write and waits until they are on disk. False where BACKUP_DIR is not set or cannot be written. */
async function append(lines: readonly Line[], directory = env().BACKUP_DIR): Promise<boolean> {
  if (!directory) return false;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = await open(join(directory, FILE), "a+", 0o600);
    try {
      const { size } = await file.stat();
      // A line that a crash has cut ends here.
      const last = size > 0 ? (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString("latin1") : "\n";
      await file.write(`${last === "\n" ? "" : "\n"}${lines.map((entry) => `${JSON.stringify(entry)}\n`).join("")}`);
      await file.sync();
    } finally {
      await file.close();
    }
    const folder = await open(directory);
    await folder.sync().finally(() => folder.close());
    return true;
  } catch {
    return false;
  }
}

const NOW = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`;

const clockOf = async (client: Client): Promise<string> => (await client.query<{ at: string }>(NOW)).rows[0]?.at ?? "";

async function appendMark(client: Client, kind: "erased" | "lifted", verification_id: string): Promise<boolean> {
  if (!env().BACKUP_DIR) return false;
  const key = await findMarkKey(client);
  if (!key) return false;
  const time = await clockOf(client);
  const id = markedBy(key)(verification_id).toString("hex");
  return append([keyLine(key, time), { kind, at: time, key: nameOfKey(key), id }]);
}

const keyLine = (key: Buffer, time: string): Line => ({
  kind: "erasure_key",
  at: time,
  key: nameOfKey(key),
  sealed: sealForFile("erasure_key", key.toString("base64")),
});

/** Writes that a verification was erased, once that is committed. False where it could not be written. */
export const appendErased = (client: Client, verification_id: string): Promise<boolean> =>
  appendMark(client, "erased", verification_id);

/** Writes that an erasure is lifted, before that is committed: a lifting that fails then is corrected by the worker. */
export const appendLifted = (client: Client, verification_id: string): Promise<boolean> =>
  appendMark(client, "lifted", verification_id);

/** Any constant; it only has to be the same in every worker. */
const ONE_AT_A_TIME = 7_206_455_241;

const CURRENT_KEY =
  "SELECT id, service_key_id, name FROM dashboard_keys WHERE state = 'current' ORDER BY created_at DESC LIMIT 1";

/**
 * Appends what the database knows and the log of this machine does not: erasures whose process died before it wrote them, or
 * wrote them elsewhere; the current API key; and both keys once more after a new master secret. Answers how many lines.
 */
export async function reconcileErasureLog({ pool }: Pick<Database, "pool"> = database()): Promise<number> {
  const directory = env().BACKUP_DIR;
  if (!directory) return 0;
  return inTransaction(pool, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [ONE_AT_A_TIME]);
    const first = masterKeys().slice(0, 1);
    const log = await readErasureLog(directory, first);
    const time = await clockOf(tx);
    const lines = [...(await missingMarks(tx, log, time)), ...(await missingApiKey(tx, log, time))];
    if (lines.length === 0) return 0;
    return (await append(lines, directory)) ? lines.length : 0;
  });
}

async function missingMarks(tx: Client, log: ErasureLog, time: string): Promise<Line[]> {
  const key = await findMarkKey(tx);
  if (!key) return [];
  const { rows } = await tx.query<{ id: string }>("SELECT encode(id_hash, 'hex') AS id FROM erased_verifications");
  const missing = rows.map(({ id }) => id).filter((id) => log.newest.get(id)?.kind !== "erased");
  // A lifting that is under way holds its row: this waits for its end.
  const still = await tx.query<{ id: string }>(
    "SELECT encode(id_hash, 'hex') AS id FROM erased_verifications WHERE encode(id_hash, 'hex') = ANY($1) FOR SHARE",
    [missing],
  );
  const name = nameOfKey(key);
  const marks = still.rows.map(({ id }): Line => ({ kind: "erased", at: time, key: name, id }));
  return log.keys.has(name) && marks.length === 0 ? [] : [keyLine(key, time), ...marks];
}

async function missingApiKey(tx: Client, log: ErasureLog, time: string): Promise<Line[]> {
  const { rows } = await tx.query<{ id: string; service_key_id: string | null; name: string | null }>(CURRENT_KEY);
  const [current] = rows;
  if (!current) return [];
  const value = await openKey(tx, current.id);
  if (log.apiKey?.value === value && log.apiKey.service_key_id === current.service_key_id) return [];
  const { service_key_id, name } = current;
  return [{ kind: "api_key", at: time, service_key_id, name, sealed: sealForFile("api_key", value) }];
}
