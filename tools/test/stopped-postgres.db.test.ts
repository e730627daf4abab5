/** @module-tag durability */
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { POST as signIn, GET as whoIsHere } from "#app/api/session/route.ts";
import { GET as listVerifications } from "#app/api/verifications/route.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { startSession } from "#lib/access/server/sessions.ts";
import { ensureUser } from "#lib/access/server/users.ts";
import { createDashboardServer } from "#lib/dashboard/server.ts";
import { readLanes } from "#lib/desk/server/review/lanes.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { processesIn, signal } from "#lib/launch/system/processes.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import type { PageFaults } from "#lib/platform/server/http/page-faults.ts";
import { callRoute } from "./call-route.ts";
import { temporaryFolder } from "./temporary-folder.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const credentials = { email: "admin@example.mx", password: "correct horse battery" };

let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let pages: Server;
let user: string;

beforeAll(async () => {
  folder = temporaryFolder("cotejo-stopped-");
  postgres = await startPostgres({ dataDir: folder });
  await migrate(postgres.databaseUrl);
  // The limits of the product are ten and five seconds; the results do not depend on their length.
  vi.stubEnv("DATABASE_URL", `${postgres.databaseUrl}&query_timeout=2000&connect_timeout=2`);
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("LOG_LEVEL", "silent");
  user = (await ensureUser({ ...credentials, name: "Ana", role: "admin" })).id;
  const cookie = await sessionCookie();
  cookie.id = await startSession(user);
  await cookie.save();
  pages = createDashboardServer(
    // As Next does: it reports the error of a page, and answers 500.
    (_, response) =>
      readLanes(user).then(
        () => void response.end("a page"),
        (error) => {
          (globalThis as PageFaults).cotejoPageFault?.(error);
          response.writeHead(500).end("the page of a failure");
        },
      ),
    {
      origin: "http://localhost",
      probes: {},
      trustedProxies: 0,
      isSeal: async () => true,
      isToken: async () => false,
      onRefused: () => undefined,
      onFault: () => undefined,
    },
  );
  await once(pages.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await database().close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The answers of a page, of two routes and of a sign-in. */
async function answers(): Promise<(string | number | undefined)[]> {
  const { port } = pages.address() as AddressInfo;
  const page = fetch(`http://localhost:${port}/review`).then(({ status }) => status);
  const routes = [
    callRoute(listVerifications, { method: "GET" }),
    callRoute(whoIsHere, { method: "GET" }),
    callRoute(signIn, { body: credentials }),
  ];
  const called = routes.map((route) => route.then(({ status, body }) => body.code ?? status));
  return Promise.all([page, ...called]);
}

const WELL = [200, 200, 200, 200];
const UNAVAILABLE = [503, "DATABASE_UNAVAILABLE", "DATABASE_UNAVAILABLE", "DATABASE_UNAVAILABLE"];

/** Connects until the stopped server's socket accepts no more: connections that were given up stay in its queue. */
async function fillQueue(): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (;;) {
    const socket = connect(join(folder, "run", ".s.PGSQL.5432"));
    const error = await once(socket, "connect").then(
      () => null,
      (refusal: NodeJS.ErrnoException) => refusal,
    );
    if (error) {
      expect(error.code).toBe("EAGAIN");
      return sockets;
    }
    sockets.push(socket);
  }
}

it("a stopped PostgreSQL is 503 for pages, routes and sign-in, at once and later, and all work again after it", async () => {
  await expect.poll(answers).toEqual(WELL);
  const pids = processesIn(join(folder, "postgres"));
  let waiting: Socket[] = [];
  for (const pid of pids) signal(pid, "SIGSTOP");
  try {
    // The open connections get no answer.
    expect(database().pool.idleCount).toBeGreaterThan(0);
    expect(await answers()).toEqual(UNAVAILABLE);
    // New connections are not accepted in time, and later refused.
    expect(await answers()).toEqual(UNAVAILABLE);
    waiting = await fillQueue();
    expect(await answers()).toEqual(UNAVAILABLE);
  } finally {
    for (const socket of waiting) socket.destroy();
    for (const pid of pids) signal(pid, "SIGCONT");
  }
  await expect.poll(answers).toEqual(WELL);
});
