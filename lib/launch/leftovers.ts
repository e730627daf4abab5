import { join } from "node:path";
import { LaunchError } from "./launch-error.ts";
import { readFileIfThere, writePrivateFile } from "./private-file.ts";
import { type ProcessRecord, processIdentity, signal, waitUntil } from "./processes.ts";

const PATIENCE_MS = 5_000;

/** Remembers, on disk, the processes of this start, so that the next one can end what a kill -9 left behind. */
export type Ledger = { add(name: string, pid: number): void; remove(pid: number): void };

export function openLedger(dataDir: string): Ledger {
  const file = ledgerFile(dataDir);
  let records: ProcessRecord[] = [];
  const write = () => writePrivateFile(file, `${JSON.stringify(records)}\n`);
  return {
    add(name, pid) {
      const identity = processIdentity(pid);
      if (identity === null) return;
      records = [...records, { name, pid, identity }];
      write();
    },
    remove(pid) {
      records = records.filter((record) => record.pid !== pid);
      write();
    },
  };
}

/**
 * Ends the processes that an earlier start recorded and that still run, with their groups. A process that merely
 * has got the number of one is left alone. Returns the names of those ended.
 */
export async function endLeftovers(dataDir: string): Promise<string[]> {
  const alive = readLedger(dataDir).filter(isAlive);
  for (const { pid } of alive) signal(-pid, "SIGTERM");
  await waitUntil(() => !alive.some(isAlive), PATIENCE_MS);
  for (const record of alive.filter(isAlive)) signal(-record.pid, "SIGKILL");
  if (!(await waitUntil(() => !alive.some(isAlive), PATIENCE_MS))) {
    const stuck = alive.find(isAlive);
    throw new LaunchError(`the ${stuck?.name} of an earlier start can't be ended (process ${stuck?.pid})`);
  }
  return alive.map((record) => record.name);
}

const ledgerFile = (dataDir: string) => join(dataDir, "processes.json");

const isAlive = (record: ProcessRecord) => processIdentity(record.pid) === record.identity;

function readLedger(dataDir: string): ProcessRecord[] {
  try {
    const records: unknown = JSON.parse(readFileIfThere(ledgerFile(dataDir)) ?? "[]");
    return Array.isArray(records) ? records.filter((record) => Number.isInteger(record?.pid) && record.pid > 1) : [];
  } catch {
    return [];
  }
}
