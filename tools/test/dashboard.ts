import { expect, vi } from "vitest";
import { sessionCookie } from "#lib/access/server/session.ts";
import { startSession } from "#lib/access/server/sessions.ts";
import { ensureUser } from "#lib/access/server/users.ts";
import { embeddedRoles } from "#lib/launch/database-roles.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { runWorker } from "#lib/worker/worker.ts";
import { startConnectedService } from "#tools/test/connected-service.ts";

export type TestDashboard = Awaited<ReturnType<typeof startDashboard>>;

/**
 * The environment of handlers: the embedded sandbox, a database, a user of each role, and a worker. `processes` uses the
 * role of the processes, which can't empty tables. A test that signs in must mock `next/headers` (`tools/test/next-headers.ts`).
 */
export async function startDashboard(timeScale?: number, role: "owner" | "processes" = "owner") {
  const connected = await startConnectedService(timeScale);
  const { databaseUrl, ownerUrl } = embeddedRoles(connected.databaseUrl);
  vi.stubEnv("DATABASE_URL", role === "processes" ? databaseUrl : ownerUrl);
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("SVC_BASE_URL", connected.service.url());
  vi.stubEnv("SVC_API_KEY", connected.service.apiKey());
  const own = database();
  const users = new Map<Role, string>();
  for (const role of ROLES) {
    const user = await ensureUser({ email: `${role}@example.mx`, name: role, role, password: "correct horse battery" });
    users.set(role, user.id);
  }
  const stop = new AbortController();
  const worker = runWorker({
    database: connected.other,
    databaseUrl: connected.databaseUrl,
    tasks: [],
    signal: stop.signal,
    onProblem: () => undefined,
  });
  return {
    ...connected,
    /** Signs in as POST /api/session does. */
    async signInAs(role: Role): Promise<void> {
      const cookie = await sessionCookie();
      cookie.id = await startSession(users.get(role) ?? expect.unreachable());
      await cookie.save();
    },
    clearFaults: () => connected.service.call("DELETE", "/sandbox/faults"),
    /** For `afterAll`: a cleanup returned by `beforeAll` runs after `fresh-modules.ts` has closed the pool, and fails. */
    async end(): Promise<void> {
      stop.abort();
      await worker;
      await own.close();
      await connected.end();
      vi.unstubAllEnvs();
    },
  };
}
