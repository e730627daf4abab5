import { childService } from "#lib/launch/child.ts";
import { createOutput } from "#lib/launch/output.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { openDataDir } from "#lib/launch/system/data-dir.ts";
import { openLedger } from "#lib/launch/system/processes.ts";

/** A small launcher: holds DATA_DIR, runs a child and PostgreSQL on request, prints pids, and waits until it is killed. */
const [dataDir = "", entry = "", behaviour = "", postgres = ""] = process.argv.slice(2);
const held = openDataDir(dataDir);
const tools = {
  output: createOutput(held.path, "plain"),
  ledger: openLedger(held.path),
  children: new Map(),
  steps: new Set<Promise<unknown>>(),
  stopMs: 4_000,
  livenessCheck: null,
};
const service = childService({ name: "child", args: [entry, behaviour], env: process.env, ready: "message" }, tools);
const child = await service.start(new AbortController().signal);
const server = postgres ? await startPostgres({ dataDir: held.path }) : null;
process.send?.({ child: child.pid, postgres: server?.pid, databaseUrl: server?.databaseUrl });
setInterval(() => undefined, 60_000);
