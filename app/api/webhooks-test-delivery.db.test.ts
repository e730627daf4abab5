import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readDelivery } from "#lib/core/contract/events/event.ts";
import { CATALOGUE_NAMES } from "#lib/core/contract/events/event-catalogue.ts";
import { webhookContext } from "#lib/core/server/webhooks/context.ts";
import { sendTestDelivery } from "#lib/core/server/webhooks/test-delivery.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { matchSignature, parseSignatureHeader, signingKey } from "#lib/receiver/signature.ts";
import { type AdminRoute, callRoute, describeAdminRoutes } from "#tools/test/call-route.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { jar } from "#tools/test/next-headers.ts";
import { TLS } from "#tools/test/tls/certificate.ts";
import { create, dashboard, of, remove, withoutWebhooks } from "#tools/test/webhooks.ts";
import { POST as connectReceiver } from "./receiver/route.ts";
import { DELETE as acknowledge } from "./reveals/[reveal_id]/route.ts";
import { POST as testDelivery } from "./webhooks/[webhook_id]/test-delivery/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

withoutWebhooks();

const ROUTES: AdminRoute[] = [["POST /api/webhooks/{id}/test-delivery", testDelivery, "POST", undefined, false]];
describeAdminRoutes(ROUTES, of("wh_nobody"), dashboard);

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map(end)));

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function listening(server: Server, protocol: "http" | "https" = "http"): Promise<string> {
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
const answering = (reply: RequestListener) => listening(createServer(reply));

type ReceivedRequest = { headers: IncomingMessage["headers"]; body: Buffer };

/** A receiver that stores its requests and answers with `status`. */
async function receiver(status = 200, answer = "") {
  const got: ReceivedRequest[] = [];
  const url = await answering(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    got.push({ headers: request.headers, body: Buffer.concat(pieces) });
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end(answer);
  });
  return { url, got };
}

const test = (id: string) => callRoute(testDelivery, { params: of(id) });
/** Bypasses the route, whose rate limit would count the call. */
const send = async (id: string) => sendTestDelivery({ id, session_hash: await sessionHash() });
const lastEntry = async () => (await database().pool.query("SELECT * FROM audit_log ORDER BY id DESC LIMIT 1")).rows[0];

describe("a test delivery", () => {
  it("is signed as the service signs, marked as a test, read as an event, and recorded without the answer", async () => {
    const { url, got } = await receiver(202, "stored\u202e as\n4711");
    const made = await create({ url, events: ["verification.v2.finished"] });
    const { status, body, text } = await test(made.id);
    expect([status, body]).toEqual([
      200,
      {
        result: "delivered",
        event_name: "verification.v2.finished",
        verification_id: expect.stringMatching(/^test_[0-9a-f]{16}$/),
        status: 202,
        took_ms: expect.any(Number),
        answer: "stored as 4711",
      },
    ]);
    expect(text).not.toContain(made.secret);
    expect(got).toHaveLength(1);
    const [{ headers, body: sent } = expect.unreachable()] = got;
    expect(headers).toMatchObject({ "cotejo-test": "true", "content-type": "application/json" });
    const header = parseSignatureHeader(headers["svc-signature"] as string);
    if (typeof header === "string") return expect.unreachable(header);
    expect(Math.abs(Date.now() / 1000 - Number(header.t))).toBeLessThan(60);
    expect(matchSignature(header, sent, [{ key: signingKey(made.secret) }])).toBeDefined();
    expect(matchSignature(header, sent, [{ key: signingKey("whsec_another") }])).toBeUndefined();
    expect(readDelivery(sent)).toMatchObject({
      recognized: true,
      event_name: "verification.v2.finished",
      verification_id: body.verification_id,
    });
    const entry = await lastEntry();
    expect(entry).toMatchObject({
      action: "webhook.tested",
      ids: { webhook_id: made.id },
      outcome: "done",
      after: { result: "delivered", event: "verification.v2.finished", status: 202 },
    });
    expect(JSON.stringify(entry)).not.toContain("stored");
  });

  it.each(CATALOGUE_NAMES)("with %s is readable by this dashboard", async (name) => {
    const { url, got } = await receiver();
    const made = await create({ url, events: [name] });
    await send(made.id);
    expect(readDelivery(got[0]?.body ?? Buffer.alloc(0))).toMatchObject({ recognized: true, event_name: name });
  });

  it("is accepted by the example receiver, with the secret in its environment", async () => {
    const folder = mkdtempSync(join(tmpdir(), "deliveries-"));
    const port = await freePort();
    const made = await create({ url: `http://127.0.0.1:${port}/hook` });
    const example = spawn(process.execPath, ["docs/receivers/receiver.mjs"], {
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: made.secret, DELIVERIES_DIR: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(createInterface(example.stdout), "line");
      const sent = await send(made.id);
      expect(sent).toMatchObject({ result: "delivered", status: 204, answer: null });
      const [file = ""] = readdirSync(folder);
      expect(JSON.parse(readFileSync(join(folder, file), "utf8")).data.verification_id).toBe(sent.verification_id);
    } finally {
      example.kill();
      await once(example, "exit");
      rmSync(folder, { recursive: true });
    }
  });
});

describe("reports", () => {
  it.each([
    ["an answer with an error status", 500, "not_accepted"],
    ["a redirect, which is not followed", 302, "redirected"],
  ])("%s", async (_what, status, result) => {
    const { url, got } = await receiver(status, "no");
    const made = await create({ url });
    expect((await test(made.id)).body).toMatchObject({ result, status, answer: "no" });
    expect(got).toHaveLength(1);
    expect(await lastEntry()).toMatchObject({ outcome: "done", after: { result, status } });
  });

  it.each([
    ["a private network", "https://10.0.0.7/hook"],
    ["a private network as a mapped IPv6 address", "https://[::ffff:10.0.0.7]/hook"],
    ["the metadata service of a cloud", "https://169.254.169.254/latest"],
    ["another host by plain http", "http://hooks.maderas.mx/hook"],
    ["no address", "nonsense"],
  ])("a refusal to send to %s", async (_what, url) => {
    const made = await create();
    await dashboard().service.query("UPDATE sandbox.webhook SET url = $2 WHERE id = $1", [made.id, url]);
    expect(await send(made.id)).toMatchObject({ result: "address_refused", status: null, answer: null });
  });

  it("a refusal to send to this machine if the service is elsewhere", async () => {
    const { url, got } = await receiver();
    const made = await create({ url });
    const elsewhere = { ...webhookContext(), local: false };
    const sent = await sendTestDelivery({ id: made.id, session_hash: await sessionHash() }, elsewhere);
    expect(sent).toMatchObject({ result: "address_refused" });
    expect(got).toEqual([]);
  });

  it("a refusal to send to the receiver of this dashboard", async () => {
    const own = (await callRoute(connectReceiver)).body;
    const [row] = await dashboard().service.query("SELECT url FROM sandbox.webhook WHERE id = $1", [own.webhook_id]);
    const { url } = row as { url: string };
    for (const address of [url, url.replace("http:", "HTTP:"), `${new URL(url).origin}/hooks/rcv_of_nobody`]) {
      const made = await create({ url: address, description: "Copy" });
      expect(await send(made.id)).toMatchObject({ result: "own_receiver", status: null });
    }
  });

  it("a closed port, a missing answer, and a refused certificate", async () => {
    const silent = await answering(() => undefined);
    const made = await create({ url: silent });
    const session_hash = await sessionHash();
    expect(await sendTestDelivery({ id: made.id, session_hash, timeoutMs: 50 })).toMatchObject({
      result: "timed_out",
      status: null,
    });
    const self = await listening(
      createTlsServer(TLS, (_request, response) => response.end()),
      "https",
    );
    expect(await send((await create({ url: self })).id)).toMatchObject({ result: "not_trusted" });
    const [server] = servers.splice(0, 1);
    if (server) await end(server);
    expect(await send(made.id)).toMatchObject({ result: "unreachable", status: null });
  });

  it("at most the beginning of an answer, and reads no more of it", async () => {
    const closed = Promise.withResolvers<void>();
    const url = await answering((_request, response) => {
      response.on("close", closed.resolve);
      response.writeHead(200).write("x".repeat(1_000_000));
    });
    const made = await create({ url });
    expect((await send(made.id)).answer).toBe("x".repeat(300));
    await closed.promise;
  });
});

describe("is refused", () => {
  it("after the secret is stored, to another session, and for a deleted or unknown webhook", async () => {
    const { url, got } = await receiver();
    const made = await create({ url });
    const mine = new Map(jar);
    await dashboard().signInAs("admin");
    expect((await test(made.id)).status).toBe(404);
    for (const [name, cookie] of mine) jar.set(name, cookie);
    await callRoute(acknowledge, { method: "DELETE", params: { reveal_id: made.reveal_id ?? "" } });
    expect((await test(made.id)).status).toBe(404);
    const gone = await create({ url });
    await remove(gone.id);
    for (const id of [gone.id, "wh_of_nobody"]) await expect(send(id)).rejects.toMatchObject({ status: 404 });
    expect(got).toEqual([]);
  });

  it("for an event without an example", async () => {
    const made = await create();
    await dashboard().service.query("UPDATE sandbox.webhook SET events = '{verification.v9.created}' WHERE id = $1", [
      made.id,
    ]);
    await expect(send(made.id)).rejects.toMatchObject({ code: "CONFLICT", status: 409 });
  });

  it("after ten of them in a minute", async () => {
    await dashboard().signInAs("admin");
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await test("wh_of_nobody")).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

/** The hash of the session for which the newest secret is held. */
async function sessionHash(): Promise<string> {
  const { rows } = await database().pool.query<{ session_hash: string }>(
    "SELECT session_hash FROM reveals ORDER BY created_at DESC LIMIT 1",
  );
  return rows[0]?.session_hash ?? expect.unreachable("nothing is held");
}
