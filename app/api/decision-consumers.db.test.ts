import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hashToken, newToken } from "#lib/access/server/tokens/bearer.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { DECISION_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import { addChannel } from "#lib/outbound/server/channels/testing/channel-rows.ts";
import { keepSending } from "#lib/outbound/server/channels/testing/keep-sending.ts";
import { signatureHeader } from "#lib/outbound/server/channels/webhook.ts";
import { queueDecisionEvents } from "#lib/outbound/server/decisions/queue-events.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { storeArrivals } from "#tools/test/arrivals.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { GET } from "./decisions/[decision_id]/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const SECRET = "a signing secret";
const TOKEN = newToken();
const PROGRAMS = [
  ["decisions.mjs", process.execPath],
  ["decisions.py", "python3"],
] as const;

let drop: () => Promise<void>;
let desk: ReturnType<typeof reviewDesk>;
let ana: Reviewer;
let server: Server;
let origin: string;
const consumers: ChildProcess[] = [];
/** Number of checks by decision id. */
const checks = new Map<string, number>();

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  vi.stubEnv("DATABASE_URL", created.url);
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("SVC_BASE_URL", "http://127.0.0.1:1");
  vi.stubEnv("CHANNELS_ALLOW_PRIVATE", "true");
  vi.stubEnv("LOG_LEVEL", "silent");
  desk = reviewDesk(database());
  ana = await desk.user("Ana", "compliance");
  await desk.begin();
  await database().pool.query(
    `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at)
     VALUES (gen_random_uuid(), $1, 'core', '{decisions.read}', $2, now() + interval '1 day')`,
    [hashToken(TOKEN), ana.id],
  );
  // The real route handler in a plain HTTP server.
  server = createServer(async ({ url = "", headers }, response) => {
    const request = new NextRequest(`http://localhost${url}`, { headers: new Headers(headers as HeadersInit) });
    const params = { decision_id: url.split("/").at(-1) ?? "" };
    const answer = await GET(request, { params: Promise.resolve(params) });
    checks.set(params.decision_id, (checks.get(params.decision_id) ?? 0) + 1);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const consumer of consumers) consumer.kill("SIGKILL");
  server.closeAllConnections();
  server.close();
  await database().close();
  await drop();
  vi.unstubAllEnvs();
});

async function start(program: string, command: string, port: number, folder: string): Promise<ChildProcess> {
  const consumer = spawn(command, [join("docs/receivers", program)], {
    env: {
      ...process.env,
      ...{ PORT: String(port), DECISIONS_DIR: folder, AGAIN_SECONDS: "0.2" },
      ...{ CHANNEL_SECRET: SECRET, COTEJO_ORIGIN: origin, COTEJO_TOKEN: TOKEN },
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  consumers.push(consumer);
  await once(createInterface(consumer.stdout), "line");
  return consumer;
}

async function end(consumer: ChildProcess): Promise<void> {
  const exited = once(consumer, "exit");
  consumer.kill("SIGKILL");
  await exited;
}

/** Sends the due messages until the queue has no pending one. */
async function send(): Promise<void> {
  const stop = new AbortController();
  const sending = keepSending(database(), stop.signal);
  const pending = async () =>
    (await database().pool.query("SELECT FROM outgoing WHERE state = 'pending' AND next_attempt_at <= now()")).rowCount;
  await vi.waitFor(async () => expect(await pending()).toBe(0), { timeout: 60_000, interval: 50 });
  stop.abort();
  await sending;
}

/** Lets Ana accept a file, and returns the id of her decision. */
async function accepted(id: string): Promise<string> {
  await desk.receive(...finishedFile(id));
  const { version } = await desk.review(id);
  const change = { version, state: "resolved", resolution: "accepted", reason: "Revisado" } as const;
  await changeReview(id, change, ana, database());
  const [entry] = await desk.log(id);
  return entry ? decisionIdOf(entry) : expect.unreachable();
}

describe.each(PROGRAMS)("%s", (program, command) => {
  it("acts once on a standing decision, despite repeated messages and restarts, and on no other", async () => {
    const folder = temporaryFolder("cotejo-decisions-");
    const acted = () => readdirSync(join(folder, "acted")).map((name) => name.replace(".json", ""));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hook`;
    const channel = await addChannel(database(), { kind: "webhook", url, secret: SECRET });
    await database().pool.query("UPDATE channels SET events = $2 WHERE id = $1", [channel, DECISION_EVENTS]);
    const stands = await accepted(`ver_stands_${command}`);
    const overtaken = await accepted(`ver_overtaken_${command}`);
    await queueDecisionEvents(database());
    // The rules have not been run on these facts: only the check of the decision knows them.
    await storeArrivals(database().pool, [finalRun(`ver_overtaken_${command}`, [finding("high", "acta")], 200)]);
    await drainInbox(database());
    const first = await start(program, command, port, folder);
    await send();
    await expect.poll(acted).toEqual([stands]);
    await database().pool.query("UPDATE outgoing SET state = 'pending', next_attempt_at = now()");
    await end(first);
    await start(program, command, port, folder);
    await send();
    const before = checks.get(overtaken) ?? 0;
    await expect.poll(() => checks.get(overtaken)).toBeGreaterThan(before + 1);
    expect(acted()).toEqual([stands]);
    // A run without findings: the decision stands again, and the consumer repeats its check.
    await desk.receive(finalRun(`ver_overtaken_${command}`, [], 300));
    await expect.poll(acted).toEqual([stands, overtaken].toSorted());
    await expectRefusals(url, acted);
    await database().pool.query("DELETE FROM channels");
  });
});

async function expectRefusals(url: string, acted: () => string[]): Promise<void> {
  const data = { verification_id: "ver_other", decision_id: "dec_1_1", sequence: 1 };
  const before = acted();
  const post = async (kind: string, secret: string, nowMs = Date.now()) => {
    const body = Buffer.from(JSON.stringify({ event_id: "evt_1", kind, data }));
    const headers = { "cotejo-signature": signatureHeader(body, [secret], nowMs) };
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  expect(await post("review.decided", "another secret")).toBe(400);
  expect(await post("review.decided", SECRET, Date.now() - 600_000)).toBe(400);
  expect(await post("test", SECRET)).toBe(204);
  expect(await post("review.undone", SECRET)).toBe(204);
  expect(acted()).toEqual(before);
}
