import { basename } from "node:path";
import type { Live, Ready } from "#lib/core/contract/status.ts";
import { createReadiness } from "#lib/core/server/status/status.ts";
import { stopping } from "#lib/platform/server/base/stopping.ts";

type Health<Body> = { status: 200 | 503; body: Body };

const readiness = createReadiness();

/** The build of the server, by which open tabs of another build notice an update. */
const live = async (): Promise<Health<Live>> => {
  const { COTEJO_BUILD: folder } = process.env;
  return { status: 200, body: { status: "ok", build: folder ? basename(folder) : null } };
};

/**
 * 200 while the database answers and the process is not stopping. A missing receiver or worker is named but no failure:
 * pages can still be served.
 */
const ready = async (): Promise<Health<Ready>> => {
  const { ready, missing } = stopping().aborted ? { ready: false, missing: ["stopping"] } : await readiness();
  return { status: ready ? 200 : 503, body: { status: ready ? "ready" : "not_ready", missing } };
};

/** The answers to probes by their paths. The server in front of Next gives them itself, before any queue. */
export const PROBES = { "/api/health/live": live, "/api/health/ready": ready };
