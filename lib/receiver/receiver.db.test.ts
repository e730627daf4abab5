import { createHash, randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Refusal, signedSecond } from "#lib/core/contract/deliveries/delivery.ts";
import { registry } from "#lib/platform/server/base/metrics.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { played } from "#lib/sandbox/testing/stories.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { nowSeconds, postHook, signatureHeader } from "#tools/test/hooks.ts";
import { createReceiverLoader } from "./load-receivers.ts";
import { type RunningReceiver, startReceiver } from "./receiver.ts";
import type { Trust } from "./source.ts";

let created: TestDatabase;
let database: Database;
let receivers: RunningReceiver[];
let problems: string[];
let answered: object[];
let lacked: string[][];

/** Replaces the vault: the id of a secret is looked up here. */
let vault: Map<string, string>;

const start = async (on: Database = database, maxAgeSeconds?: number, trust?: Trust) => {
  const openSecret = async (_: unknown, id: string) => {
    const value = vault.get(id);
    if (value === undefined) throw new Error("no such secret");
    return value;
  };
  const receiver = await startReceiver({
    database: on,
    loadReceivers: createReceiverLoader(on, openSecret, () => undefined),
    host: "127.0.0.1",
    port: 0,
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    ...(trust === undefined ? {} : { trust }),
    onAnswered: (delivery) => answered.push(delivery),
    onMissing: (missing) => lacked.push(missing),
    onProblem: (what) => problems.push(what),
  });
  receivers.push(receiver);
  return receiver;
};

const addReceiver = (id: string, state: "creating" | "connected" | "retired" = "connected") =>
  database.pool.query("INSERT INTO receivers (id, state, url) VALUES ($1, $2, 'http://127.0.0.1/hooks')", [id, state]);

async function addSecret(receiverId: string, value: string, role = "current", retired: string | null = null) {
  const id = randomUUID();
  vault.set(id, value);
  await database.pool.query(
    `INSERT INTO receiver_secrets (id, receiver_id, role, secret_id, retired_at)
     VALUES ($1, $2, $3, $1, now() - $4::interval)`,
    [id, receiverId, role, retired],
  );
  return id;
}

type InboxRow = Record<string, unknown> & { body: Buffer };
const inbox = async () => (await database.pool.query<InboxRow>("SELECT * FROM inbox ORDER BY id")).rows;
const refusals = async () => {
  for (const receiver of receivers) await receiver.flush();
  return (await database.pool.query("SELECT * FROM refusals ORDER BY id")).rows;
};

const event = (verification_id = "ver_1", more: Record<string, unknown> = {}) =>
  JSON.stringify({ event_name: "verification.v2.created", data: { verification_id, ...more } });

const SECRET = "whsec_current";

/** Tables that deliveries and these tests write. */
const WRITTEN = [
  ...["inbox", "refusals", "receiver_secrets", "receivers", "connection_checks", "heartbeats"],
  ...["erased_verifications", "erased_signatures"],
];

beforeAll(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
});

afterAll(async () => {
  await database.close();
  await created.drop();
});

beforeEach(async () => {
  await database.pool.query(WRITTEN.map((table) => `DELETE FROM ${table}`).join("; "));
  receivers = [];
  problems = [];
  answered = [];
  lacked = [];
  vault = new Map();
  await addReceiver("rcv");
  await addSecret("rcv", SECRET);
});

afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

describe("an authentic delivery", () => {
  test("is stored with its event and verification, and answered with a receipt", async () => {
    const { port } = await start();
    const t = nowSeconds();
    const signature = signatureHeader(SECRET, event(), t);
    const answer = await postHook(port, "rcv", event(), signature);
    const [row, ...others] = await inbox();
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ status: 200, body: { delivery_id: row?.id, result: "stored", late: false } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(row).toMatchObject({
      kind: "delivery",
      state: "pending",
      receiver_id: "rcv",
      signed_at: t,
      signature: signature.slice(-64),
      event_name: "verification.v2.created",
      verification_id: "ver_1",
      late: false,
      copies: 1,
      last_error: null,
    });
    expect(row?.body.toString()).toBe(event());
    expect(await refusals()).toEqual([]);
  });

  test("signed by an independent implementation of the scheme is stored, and refused when anything is changed", async () => {
    const { port } = await start();
    const sign = (payload: string, secret = SECRET) => Stripe.webhooks.generateTestHeaderString({ payload, secret });
    const payloads = played("finished-again").events.map(({ event_name, data }) =>
      JSON.stringify({ event_name, data }),
    );
    for (const payload of new Set([...payloads, event("ver_1", { verification_tag: "Año Ñandú 🏛" })])) {
      const { status, body } = await postHook(port, "rcv", payload, sign(payload));
      expect([status, body]).toMatchObject([200, { result: "stored" }]);
      expect((await postHook(port, "rcv", `${payload} `, sign(payload))).status).toBe(401);
      expect((await postHook(port, "rcv", payload, sign(payload, `${SECRET}0`))).status).toBe(401);
    }
  });

  test.each([
    ["a BOM", Buffer.from(`\uFEFF${event()}`), "stored"],
    [
      "CRLF",
      Buffer.from(`{\r\n"event_name":"verification.v2.created","data":{"verification_id":"ver_1"}}\r\n`),
      "stored",
    ],
    ["U+0000 in a text", Buffer.from(event("ver_1", { account_name: "a\u0000b" })), "stored"],
    ["multi-byte text", Buffer.from(event("ver_1", { account_name: "Ñandú 🇲🇽 𠮷" })), "stored"],
    ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x7d]), "unrecognized"],
    ["nothing at all", Buffer.alloc(0), "unrecognized"],
  ])("with %s is kept byte for byte", async (_, body, result) => {
    const { port } = await start();
    const answer = await postHook(port, "rcv", body, signatureHeader(SECRET, body));
    expect(answer).toMatchObject({ status: 200, body: { result } });
    const [row] = await inbox();
    expect(row?.body.equals(body)).toBe(true);
  });

  test.each([
    ["not JSON", "{", "not_json: the body is not JSON", null, null],
    ["no event", "[]", "not_an_event: event_name: missing or not a string", null, null],
    [
      "an unknown event",
      '{"event_name":"verification.v3.moved","data":{"verification_id":"ver_9"}}',
      "unknown_event: event_name: not one of the 11 events",
      "verification.v3.moved",
      "ver_9",
    ],
    [
      "an event name with U+0000",
      '{"event_name":"a\\u0000b","data":{}}',
      "unknown_event: event_name: not one of the 11 events",
      "a\ufffdb",
      null,
    ],
    [
      "a missing key field",
      '{"event_name":"verification.v2.created","data":{"account_id":"acc"}}',
      expect.stringMatching(/^invalid_field: data\.verification_id: /),
      "verification.v2.created",
      null,
    ],
    [
      "a wrong type",
      '{"event_name":"verification_item.v2.completed","data":{"verification_id":"ver_9","item_id":"7","completed_at":"2026-11-20T10:00:00Z"}}',
      expect.stringMatching(/^invalid_field: data\.item_id: /),
      "verification_item.v2.completed",
      "ver_9",
    ],
    [
      "an id that is shaped like a CURP",
      '{"event_name":"verification.v2.created","data":{"verification_id":"BAWX800101HDFLTL09"}}',
      "invalid_field: data.verification_id: shaped like a CURP",
      "verification.v2.created",
      null,
    ],
    [
      "an unsafe integer",
      '{"event_name":"verification_item.v2.completed","data":{"verification_id":"ver_9","item_id":9007199254740993,"completed_at":"2026-11-20T10:00:00Z"}}',
      expect.stringMatching(/^invalid_field: data\.item_id: /),
      "verification_item.v2.completed",
      "ver_9",
    ],
  ])("with %s is kept as unrecognized, with the reason", async (_, body, last_error, event_name, verification_id) => {
    const { port } = await start();
    const answer = await postHook(port, "rcv", body, signatureHeader(SECRET, body));
    expect(answer).toMatchObject({ status: 200, body: { result: "unrecognized" } });
    expect(await inbox()).toMatchObject([
      { state: "unrecognized", last_error, event_name, verification_id, copies: 1 },
    ]);
    expect(await refusals()).toEqual([]);
  });

  test("is authentic by its signature alone, whatever its source address", async () => {
    const service = "35.170.236.123";
    const { port } = await start(database, undefined, { proxies: ["127.0.0.1"], service: [service] });
    const forged = await postHook(port, "rcv", event(), signatureHeader("whsec_another", event()), service);
    expect(forged.status).toBe(401);
    expect(await refusals()).toMatchObject([{ reason: "no_match", source_address: service }]);
    const authentic = await postHook(port, "rcv", event(), signatureHeader(SECRET, event()), "203.0.113.7");
    expect(authentic).toMatchObject({ status: 200, body: { result: "stored" } });
  });

  test("signed within the last day is accepted and marked late", async () => {
    const { port } = await start();
    const answer = await postHook(port, "rcv", event(), signatureHeader(SECRET, event(), nowSeconds() - 86_000));
    expect(answer).toMatchObject({ status: 200, body: { result: "stored", late: true } });
    expect(await inbox()).toMatchObject([{ late: true, state: "pending" }]);
  });

  test("signed longer ago than this installation accepts is refused before its body is read", async () => {
    const { port, flush } = await start(database, 600);
    const late = await postHook(port, "rcv", event(), signatureHeader(SECRET, event(), nowSeconds() - 590));
    expect(late).toMatchObject({ status: 200, body: { late: true } });
    const old = await postHook(port, "rcv", event(), signatureHeader(SECRET, event(), nowSeconds() - 700));
    expect(old).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    await flush();
    expect(await refusals()).toMatchObject([{ reason: "too_old" }]);
    expect(await inbox()).toHaveLength(1);
  });

  test("sent again is counted, not stored again", async () => {
    const { port } = await start();
    const signature = signatureHeader(SECRET, event());
    const first = await postHook(port, "rcv", event(), signature);
    const second = await postHook(port, "rcv", event(), signature);
    expect(first.body).toMatchObject({ result: "stored" });
    expect(second).toMatchObject({ status: 200, body: { result: "duplicate", delivery_id: first.body.delivery_id } });
    expect(await inbox()).toMatchObject([{ copies: 2 }]);
  });

  test("sent at once, many times, to two receivers is stored once", async () => {
    const { port: one } = await start();
    const { port: other } = await start();
    const bodies = Array.from({ length: 10 }, (_, index) => event(`ver_${index}`));
    const sent = bodies.flatMap((body) => {
      const signature = signatureHeader(SECRET, body);
      return [one, other, one, other].map((port) => postHook(port, "rcv", body, signature));
    });
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(answers.filter(({ body }) => body.result === "stored")).toHaveLength(10);
    expect(answers.filter(({ body }) => body.result === "duplicate")).toHaveLength(30);
    expect((await inbox()).map(({ copies }) => copies)).toEqual(Array(10).fill(4));
  });

  test("about an erased verification is acknowledged, also as a copy or during the erasure, and only its signature is kept", async () => {
    vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
    const { port } = await start();
    const signedAt = nowSeconds();
    const first = signatureHeader(SECRET, event(), signedAt);
    await postHook(port, "rcv", event(), first);
    const bodies = Array.from({ length: 60 }, (_, index) =>
      event(index % 2 ? "ver_1" : "ver_2", { account_id: `a${index}` }),
    );
    const underWay = bodies.map((body) => postHook(port, "rcv", body, signatureHeader(SECRET, body)));
    await eraseVerification({ verification_id: "ver_1" }, { user: null, address: null, user_agent: null }, database);
    for (const { status } of await Promise.all(underWay)) expect(status).toBe(200);
    for (const signature of [first, signatureHeader(SECRET, event(), signedAt - 1)]) {
      const { status, body } = await postHook(port, "rcv", event(), signature);
      expect([status, body]).toEqual([200, { delivery_id: null, result: "erased", late: false }]);
    }
    expect(new Set((await inbox()).map((row) => row.verification_id))).toEqual(new Set(["ver_2"]));
    expect(await inbox()).toHaveLength(30);
    const { rows } = await database.pool.query("SELECT signature FROM erased_signatures");
    expect(rows).toHaveLength(32);
    expect(await refusals()).toEqual([]);
  });

  test("matches any of several signatures in the header, stored under the matching one", async () => {
    const { port } = await start();
    const [t, v1] = signatureHeader(SECRET, event()).split(",");
    const answer = await postHook(port, "rcv", event(), `${t},v0=old,v1=${"0".repeat(64)},${v1}`);
    expect(answer.body).toMatchObject({ result: "stored" });
    expect(await inbox()).toMatchObject([{ signature: v1?.slice(3) }]);
  });
});

/** The answer to bytes that are no valid request. */
const raw = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });

describe("a refused delivery", () => {
  const A = "a".repeat(64);
  test.each([
    ["no_header", 400, "BAD_REQUEST", undefined],
    ["bad_header", 400, "BAD_REQUEST", `t=now,v1=${A}`],
    ["no_match", 401, "UNAUTHORIZED", `t=${nowSeconds()},v1=${A}`],
    ["no_match", 401, "UNAUTHORIZED", signatureHeader("whsec_another", event())],
    ["too_old", 401, "UNAUTHORIZED", signatureHeader(SECRET, event(), nowSeconds() - 86_500)],
    ["too_new", 401, "UNAUTHORIZED", signatureHeader(SECRET, event(), nowSeconds() + 400)],
  ])("for %s is answered %i and stored in the ledger only", async (reason, status, code, signature) => {
    const { port } = await start();
    const answer = await postHook(port, "rcv", event(), signature);
    expect(answer).toMatchObject({
      status,
      body: { success: false, code, message: expect.stringMatching(`^${reason}: `) },
    });
    expect(Date.parse(String(answer.body.timestamp))).not.toBeNaN();
    expect(await refusals()).toMatchObject([
      {
        reason,
        receiver_id: "rcv",
        size: event().length,
        // The body is read only if the verdict needs it.
        body_hash: reason === "no_match" ? createHash("sha256").update(event()).digest("hex") : null,
        source_address: "127.0.0.1",
        own: true,
        count: 1,
      },
    ]);
    expect(await inbox()).toEqual([]);
  });

  test("reports the difference of its clock", async () => {
    const { port } = await start();
    const t = nowSeconds() + 3_600;
    await postHook(port, "rcv", event(), signatureHeader(SECRET, event(), t));
    const [row] = await refusals();
    expect(Math.abs(Number(row?.skew_seconds) + 3_600)).toBeLessThan(60);
    // The difference and the time of the refusal give `t` itself.
    expect(signedSecond(row as Refusal)).toBe(t);
  });

  test.each([
    ["ahead", -3_600, 400],
    ["ahead, where ours is ahead too", 120, 400],
    ["too old", 2 * 86_400, -86_500],
  ])("%s by a wrong clock gets 503 unread, and the receiver is not ready", async (_name, ahead, off) => {
    await database.pool.query("INSERT INTO connection_checks (clock_ahead, succeeded_at) VALUES ($1, now())", [ahead]);
    const { port } = await start();
    const signature = signatureHeader(SECRET, event(), nowSeconds() + off);
    const head = `POST /hooks/rcv HTTP/1.1\r\nHost: a\r\nSvc-Signature: ${signature}\r\nContent-Length: 1000000\r\n\r\n`;
    expect(await raw(port, head)).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+\r\n.*"code":"CLOCK_WRONG"/s);
    expect(await postHook(port, "rcv", event(), signatureHeader(SECRET, event()))).toMatchObject({ status: 200 });
    const readiness = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).json();
    expect(await readiness()).toEqual({ ready: false, missing: ["clock"] });
    expect(await refusals()).toEqual([]);
    await database.pool.query("UPDATE connection_checks SET clock_ahead = 1");
    await expect.poll(async () => (await postHook(port, "rcv", event(), signature)).status).toBe(401);
    expect(await readiness()).toEqual({ ready: true, missing: [] });
  });

  test("to an unknown or impossible receiver is 404", async () => {
    const { port } = await start();
    expect(await postHook(port, "nobody", event(), signatureHeader(SECRET, event()))).toMatchObject({ status: 404 });
    expect(await postHook(port, "%00%2e", event(), signatureHeader(SECRET, event()))).toMatchObject({ status: 404 });
    expect(await refusals()).toMatchObject([
      { reason: "unknown_receiver", receiver_id: "nobody", own: false },
      { reason: "unknown_receiver", receiver_id: null, own: false },
    ]);
  });

  test("from an address of the service is marked as the service's in the ledger, whatever receiver it names", async () => {
    const { port } = await start(database, undefined, { proxies: ["127.0.0.1"], service: ["35.170.236.0/24"] });
    for (const address of ["35.170.236.9", "203.0.113.7"])
      await postHook(port, "nobody", event(), signatureHeader(SECRET, event()), address);
    expect(await refusals()).toMatchObject([
      { source_address: "35.170.236.9", own: true },
      { source_address: "203.0.113.7", own: false },
    ]);
  });

  test("repeated is one row with a count", async () => {
    const { port } = await start();
    await Promise.all(Array.from({ length: 20 }, () => postHook(port, "rcv", event())));
    expect((await refusals()).reduce((sum, row) => sum + row.count, 0)).toBe(20);
  });

  test("larger than 1 MiB is 413, announced or not; 1 MiB is read", async () => {
    const { port } = await start();
    const most = Buffer.alloc(1024 * 1024, "x");
    const more = Buffer.alloc(1024 * 1024 + 1, "x");
    expect(await postHook(port, "rcv", most, signatureHeader(SECRET, most))).toMatchObject({ status: 200 });
    expect(await postHook(port, "rcv", more, signatureHeader(SECRET, more))).toMatchObject({ status: 413 });
    const headers = { "svc-signature": signatureHeader(SECRET, more) };
    const chunked = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request({ port, path: "/hooks/rcv", method: "POST", headers });
      sending.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
      for (let kib = 0; kib < 1500; kib += 100) sending.write(Buffer.alloc(102_400, "y"));
      sending.end();
    });
    expect(chunked).toBe(413);
    expect(await refusals()).toMatchObject([{ reason: "too_large", body_hash: null }, { reason: "too_large" }]);
    expect(await inbox()).toHaveLength(1);
  });
});

/** Opens connections that each send a body without its last byte, and returns their first answers. */
async function holdBodies(port: number, count: number, { path, headers = "" }: { path: string; headers?: string }) {
  const sockets: Socket[] = [];
  const answers: string[] = [];
  const body = Buffer.alloc(1024 * 1024 - 1, "x");
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.0.${2 + (index % 8)}` });
      socket.on("error", () => undefined).on("data", (data) => answers.push(data.toString("latin1")));
      sockets.push(socket);
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${1024 * 1024}\r\n\r\n`);
      // The bytes that the receiver reads at once: a body that waits for room is not read from the socket.
      await new Promise<void>((resolve) => {
        socket.write(body.subarray(0, 16 * 1024), () => resolve());
        socket.once("close", () => resolve());
      });
      socket.write(body.subarray(16 * 1024));
    }),
  );
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { answers, end };
}

test("each answer has the id of its request, and each delivery is reported with its ids, without text of strangers", async () => {
  const { port } = await start();
  const signature = signatureHeader(SECRET, event(), nowSeconds());
  const answer = await postHook(port, "rcv", event(), signature);
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  await postHook(port, "rcv", event("GOMC900101HDFRRL09"), "t=forged,v1=forged");
  await postHook(port, "ver_of_nobody", event(), signature);
  const seconds = expect.any(Number);
  expect(answered).toEqual([
    { outcome: "stored", delivery_id: (await inbox())[0]?.id, verification_id: "ver_1", seconds },
    { outcome: "bad_header", delivery_id: null, verification_id: null, seconds },
    { outcome: "unknown_receiver", delivery_id: null, verification_id: null, seconds },
  ]);
  expect(lacked[0]).toEqual([]);
});

test("each delivery is counted by its outcome", async () => {
  const metric = async () => {
    const { values = [] } = (await registry().getSingleMetric("cotejo_deliveries_total")?.get()) ?? {};
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  };
  const { port } = await start();
  const before = await metric();
  const signed = signatureHeader(SECRET, event(), nowSeconds());
  for (const signature of [signed, signed, signatureHeader("whsec_other", event(), nowSeconds())]) {
    await postHook(port, "rcv", event(), signature);
  }
  const after = await metric();
  const added = Object.keys(after).map((outcome) => [outcome, (after[outcome] ?? 0) - (before[outcome] ?? 0)]);
  expect(Object.fromEntries(added.filter(([, count]) => count !== 0))).toEqual({
    stored: 1,
    duplicate: 1,
    no_match: 1,
  });
});

describe("129 connections that each hold a body back", () => {
  test.each([
    ["unsigned, to any address", { path: "/hooks/anything" }, /^HTTP\/1\.1 400 /],
    [
      "as signed, to an unknown receiver",
      { path: "/hooks/anything", headers: `svc-signature: t=${nowSeconds()},v1=${"a".repeat(64)}\r\n` },
      /^HTTP\/1\.1 404 /,
    ],
    [
      "as signed, by any caller that knows the address",
      { path: "/hooks/rcv", headers: `svc-signature: t=${nowSeconds()},v1=${"a".repeat(64)}\r\n` },
      // They are read, or wait for their turn, however long that takes.
      null,
    ],
  ])("%s, keep no genuine delivery out", async (_name, how, refused) => {
    const { port } = await start();
    const held = await holdBodies(port, 129, how);
    try {
      for (let id = 0; id < 20; id++) {
        const body = event(`ver_${id}`);
        expect(await postHook(port, "rcv", body, signatureHeader(SECRET, body))).toMatchObject({ status: 200 });
      }
      if (refused) await vi.waitFor(() => expect(held.answers.length).toBeGreaterThan(0), { timeout: 60_000 });
      for (const answer of held.answers) expect(answer).toMatch(refused ?? "none");
    } finally {
      held.end();
    }
  });
});

describe("the addresses", () => {
  test("accepts only its two addresses, with one method each", async () => {
    const { port } = await start();
    const get = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });
    expect((await get("/health/ready")).status).toBe(200);
    expect((await get("/health/ready", "POST")).status).toBe(405);
    expect((await get("/hooks/rcv")).status).toBe(405);
    expect((await get("/hooks/rcv")).headers.get("allow")).toBe("POST");
    for (const path of ["/", "/hooks", "/hooks/", "/hooks/rcv/more", "/api/session", "/hook/rcv", "/hooks%"]) {
      expect((await get(path, "POST")).status, path).toBe(404);
    }
  });

  test("answers HEAD as GET, without a body", async () => {
    const { port } = await start();
    const text = await raw(port, "HEAD /health/ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.split("\r\n\r\n")).toEqual([expect.stringMatching(/content-length: [1-9]/), ""]);
  });

  test.each([
    "http://cotejo.example:8443/hooks/rcv",
    "HTTPS://127.0.0.1/hooks/rcv?from=service",
    "/hooks/rcv/",
    "//hooks/rcv",
    "/hooks///rcv//?a=/b/",
    "/%68ooks/r%63v",
  ])("accepts deliveries to %s", async (target) => {
    const { port } = await start();
    const body = event();
    const head = [`POST ${target} HTTP/1.1`, "Host: a", "Connection: close", `Content-Length: ${body.length}`];
    head.push(`Svc-Signature: ${signatureHeader(SECRET, body)}`);
    expect(await raw(port, `${head.join("\r\n")}\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await inbox()).toMatchObject([{ receiver_id: "rcv" }]);
  });

  test.each([
    ["another method", "PUT /hooks/rcv HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", 405, "wrong_method", "rcv"],
    ["HEAD", "HEAD //hooks/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405, "wrong_method", null],
    [
      "a path below",
      "POST /hooks/rcv/more HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
      404,
      "unknown_receiver",
      null,
    ],
    ["no path", "POST /hooks HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 404, "unknown_receiver", null],
    ["a huge head", `POST /hooks/rcv HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431, "malformed", null],
    ["no HTTP", "POST\r\n\r\n", 400, "malformed", null],
  ])("records an entry for %s", async (_name, text, status, reason, receiver_id) => {
    const { port } = await start();
    expect(await raw(port, text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await refusals()).toMatchObject([{ reason, receiver_id, source_address: "127.0.0.1", count: 1 }]);
  });

  test.each([
    ["two lengths", "POST /hooks/rcv HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
    [
      "a length and chunks",
      "POST /hooks/rcv HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["no HTTP", "hello\r\n\r\n"],
    ["a huge head", `POST /hooks/rcv HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
  ])("answers %s with 4xx and closes", async (_, text) => {
    const { port } = await start();
    expect(await raw(port, text)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await inbox()).toEqual([]);
  });

  test("a sender that leaves in the middle of a body leaves nothing behind", async () => {
    const { port } = await start();
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write("POST /hooks/rcv HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{", () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
    expect((await postHook(port, "rcv", event(), signatureHeader(SECRET, event()))).status).toBe(200);
    expect(problems).toEqual([]);
  });
});

describe("secrets", () => {
  test.each(["previous", "candidate"])("a %s secret is accepted", async (role) => {
    await addSecret("rcv", "whsec_other", role);
    const { port } = await start();
    expect(await postHook(port, "rcv", event(), signatureHeader("whsec_other", event()))).toMatchObject({
      status: 200,
    });
  });

  test("a retired secret is accepted for 20 more minutes", async () => {
    await addSecret("rcv", "whsec_19", "retired", "19 minutes");
    await addSecret("rcv", "whsec_21", "retired", "21 minutes");
    const { port } = await start();
    expect(await postHook(port, "rcv", event(), signatureHeader("whsec_19", event()))).toMatchObject({ status: 200 });
    expect(await postHook(port, "rcv", event(), signatureHeader("whsec_21", event()))).toMatchObject({ status: 401 });
  });

  test("a secret of another receiver does not match", async () => {
    await addReceiver("other");
    await addSecret("other", "whsec_other");
    const { port } = await start();
    expect(await postHook(port, "rcv", event(), signatureHeader("whsec_other", event()))).toMatchObject({
      status: 401,
    });
    expect(await postHook(port, "other", event(), signatureHeader("whsec_other", event()))).toMatchObject({
      status: 200,
    });
  });

  test("while a webhook is being created unmatched deliveries get 503, matched ones are stored", async () => {
    await database.pool.query("UPDATE receivers SET creating_since = now()");
    const { port } = await start();
    const put_off = await postHook(port, "rcv", event(), signatureHeader("whsec_new", event()));
    expect(put_off).toMatchObject({ status: 503, body: { success: false } });
    expect(put_off.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await postHook(port, "rcv", event(), signatureHeader(SECRET, event()))).toMatchObject({ status: 200 });
    expect(await postHook(port, "rcv", event())).toMatchObject({ status: 400 });
  });

  test("a secret that cannot be opened gives 503 to the deliveries it may have signed", async () => {
    vault.delete(await addSecret("rcv", "whsec_lost", "candidate"));
    const { port } = await start();
    expect(await postHook(port, "rcv", event(), signatureHeader("whsec_lost", event()))).toMatchObject({ status: 503 });
    expect(await postHook(port, "rcv", event(), signatureHeader(SECRET, event()))).toMatchObject({ status: 200 });
  });

  test("new secrets and new receivers are loaded without a restart", async () => {
    const { port } = await start();
    await addReceiver("later");
    await addSecret("later", "whsec_later");
    await database.pool.query("NOTIFY cotejo_receivers");
    await expect
      .poll(() => postHook(port, "later", event(), signatureHeader("whsec_later", event())), { timeout: 60_000 })
      .toMatchObject({ status: 200 });
  });

  test("the last matching secret is recorded", async () => {
    const other = await addSecret("rcv", "whsec_other", "previous");
    const receiver = await start();
    await postHook(receiver.port, "rcv", event(), signatureHeader("whsec_other", event()));
    await receiver.flush();
    const { rows } = await database.pool.query("SELECT id FROM receiver_secrets WHERE last_matched_at IS NOT NULL");
    expect(rows).toEqual([{ id: other }]);
  });
});

describe("without its database", () => {
  afterEach(() => created.allowConnections(true));

  test("answers 503 with a time to retry; the retry is stored once", async () => {
    const severed = openDatabase(created.url, { name: "severed" });
    const receiver = await start(severed);
    const { port } = receiver;
    await created.allowConnections(false);
    await created.endConnections();
    const signature = signatureHeader(SECRET, event());
    const away = await postHook(port, "rcv", event(), signature);
    expect(away).toMatchObject({ status: 503, body: { success: false, code: "DATABASE_UNAVAILABLE" } });
    expect(away.headers.get("retry-after")).toMatch(/^\d+$/);
    // After a failed reload it is unknown whether the delivery is a forgery or signed with a new secret.
    await expect
      .poll(() => postHook(port, "rcv", event(), signatureHeader("whsec_new", event())), { timeout: 60_000 })
      .toMatchObject({ status: 503 });
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(503);
    await created.allowConnections(true);
    const answers = [await postHook(port, "rcv", event(), signature), await postHook(port, "rcv", event(), signature)];
    expect(answers.map(({ body }) => body.result)).toEqual(["stored", "duplicate"]);
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    await receiver.stop();
    receivers = [];
    await severed.close();
    expect(await inbox()).toMatchObject([{ copies: 2 }]);
    expect(problems).toContain("deliveries not stored");
  });

  test("starts, and accepts deliveries when the database is there", async () => {
    await database.pool.query("ALTER TABLE receivers RENAME TO receivers_away");
    const { port } = await start();
    expect(await postHook(port, "rcv", event(), signatureHeader(SECRET, event()))).toMatchObject({ status: 503 });
    await database.pool.query("ALTER TABLE receivers_away RENAME TO receivers");
    await expect
      .poll(() => postHook(port, "rcv", event(), signatureHeader(SECRET, event())), { timeout: 60_000 })
      .toMatchObject({ status: 200 });
  });
});

test("on a stop stores the hundred deliveries in progress, and reports itself as not ready to balancers", async () => {
  const receiver = await start();
  const bodies = Array.from({ length: 100 }, (_, index) => event(`ver_${index}`));
  const begun = bodies.map((body) => {
    const headers = {
      "svc-signature": signatureHeader(SECRET, body, nowSeconds()),
      "content-length": String(Buffer.byteLength(body)),
    };
    const delivery = request({ port: receiver.port, host: "127.0.0.1", method: "POST", path: "/hooks/rcv", headers });
    delivery.write(body.slice(0, 10));
    const status = new Promise((resolve, reject) => {
      delivery.on("response", (answer) => resolve(answer.resume().statusCode)).on("error", reject);
    });
    return { finish: () => delivery.end(body.slice(10)), status };
  });
  // All connections are accepted before this one.
  await fetch(`http://127.0.0.1:${receiver.port}/health/ready`, { headers: { connection: "close" } });
  const stopped = receiver.stop();
  const probe = await fetch(`http://127.0.0.1:${receiver.port}/health/ready`, { headers: { connection: "close" } });
  expect([probe.status, await probe.json()]).toEqual([503, { ready: false, missing: ["stopping"] }]);
  for (const { finish } of begun) finish();
  expect(await Promise.all(begun.map(({ status }) => status))).toEqual(Array(100).fill(200));
  await stopped;
  receivers = [];
  expect(await inbox()).toHaveLength(100);
});

test("on a stop answers accepted deliveries and then closes", async () => {
  const receiver = await start();
  const bodies = Array.from({ length: 30 }, (_, index) => event(`ver_${index}`));
  const answers = bodies.map((body) => postHook(receiver.port, "rcv", body, signatureHeader(SECRET, body)));
  // At once: a connection that the system has not handed over is reset while the receiver stops.
  const settled = Promise.allSettled(answers);
  await answers[0];
  await receiver.stop();
  receivers = [];
  const outcomes = await settled;
  const acknowledged = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value.status === 200);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect((await inbox()).length).toBeGreaterThanOrEqual(acknowledged.length);
  await expect(fetch(`http://127.0.0.1:${receiver.port}/health/ready`)).rejects.toThrow();
  const { rows } = await database.pool.query("SELECT process FROM heartbeats");
  expect(rows).toEqual([{ process: "receiver" }]);
});
