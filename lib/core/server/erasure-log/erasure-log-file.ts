import { access, constants, type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { type MasterKeys, masterKeys } from "#lib/core/server/vault/vault.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { addLine, type ErasureLog, emptyLog, type Line, MAX_LINE, textOf } from "./erasure-log-lines.ts";

const FILE = "erasures.log";

/** Whether erasures are written where a restore finds them; `off` without BACKUP_DIR. */
export type ErasureLogState = "kept" | "off" | "unwritable";

export async function erasureLogState(directory = env().BACKUP_DIR): Promise<ErasureLogState> {
  if (!directory) return "off";
  try {
    await createFolder(directory);
    await access(directory, constants.W_OK | constants.X_OK);
    await tryFile(join(directory, FILE));
    return "kept";
  } catch {
    return "unwritable";
  }
}

/** Creates the last folder only: a missing parent is a mistake, or a disk that is not mounted. */
async function createFolder(directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Throws for an existing log that this process may not write, such as a log of another user. */
async function tryFile(path: string): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await file?.close();
}

/** Reads the log of a folder; `masters` open its encrypted keys. A missing log is empty. */
export async function readErasureLog(directory: string, masters: MasterKeys = masterKeys()): Promise<ErasureLog> {
  const log = emptyLog();
  const file = await open(join(directory, FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!file) return log;
  log.found = true;
  try {
    for await (const text of linesOf(file)) addLine(log, text, masters);
  } finally {
    await file.close();
  }
  return log;
}

/** The lines. An overlong line is cut, and `addLine` refuses it. */
async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of file.createReadStream({ encoding: "utf8", autoClose: false })) {
    const [first = "", ...more] = String(chunk).split("\n");
    rest += first;
    for (const next of more) {
      yield rest;
      rest = next;
    }
    rest = rest.slice(0, MAX_LINE + 1);
  }
  yield rest;
}

/**
 * Appends lines in one write and waits until they are on disk. False where the folder is not set, or they are not in the
 * file now: it cannot be written, or its disk is full.
 */
export async function appendLines(lines: readonly Line[], directory: string | undefined): Promise<boolean> {
  if (!directory) return false;
  try {
    await createFolder(directory);
    const file = await open(join(directory, FILE), "a+", 0o600);
    try {
      const text = Buffer.from(`${(await isCut(file)) ? "\n" : ""}${textOf(lines)}`);
      const { bytesWritten } = await file.write(text);
      // A full disk takes a part of the text; the next line begins after it.
      if (bytesWritten < text.length) return false;
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

/** Whether a crash has cut the last line. */
async function isCut(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") !== "\n";
}
