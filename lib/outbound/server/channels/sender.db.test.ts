import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RETRY_SECONDS } from "#lib/core/contract/deliveries/retries.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { parseSignatureHeader, signatureOf, signingKey } from "#lib/receiver/signature.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { enqueue } from "./outgoing.ts";
import { addChannel, queueTests } from "./testing/channel-rows.ts";
import { type HttpTarget, startTarget } from "./testing/http-target.ts";
import { keepSending } from "./testing/keep-sending.ts";

let connection: Database;
let drop: () => Promise<void>;
let target: HttpTarget;
let stop: AbortController;
let ended: Promise<void>;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("CHANNELS_ALLOW_PRIVATE", "true");
  vi.stubEnv("SVC_BASE_URL", "http://127.0.0.1:1");
  const created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "sender test" });
  drop = created.drop;
});
afterAll(async () => {
  await connection.close();
  await drop();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  await connection.pool.query("TRUNCATE channels, outgoing, vault_secrets CASCADE");
  target = await startTarget();
});
afterEach(async () => {
  stop.abort();
  await target.close();
  await ended;
});

const start = () => {
  stop = new AbortController();
  ended = keepSending(connection, stop.signal);
};
const rows = async (channel: string) =>
  (
    await connection.pool.query(
      `SELECT source, state, attempts, status, error, answer,
         round(extract(epoch FROM next_attempt_at - now()))::int AS wait
       FROM outgoing WHERE channel_id = $1 ORDER BY id`,
      [channel],
    )
  ).rows;
// Clears the last error, so that the next attempt's error cannot be taken for it.
const makeDue = () =>
  connection.pool.query("UPDATE outgoing SET next_attempt_at = now(), error = NULL WHERE state = 'pending'");

describe("a webhook", () => {
  it("gets signed JSON, and the answer is kept", async () => {
    const channel = await addChannel(connection, { kind: "webhook", url: target.url, secret: "first" });
    await queueTests(connection, channel, 1);
    start();
    await expect.poll(() => rows(channel)).toMatchObject([{ state: "sent", attempts: 1, status: 200, answer: "ok" }]);
    const [{ headers, body }] = target.received as [(typeof target.received)[0]];
    expect(JSON.parse(body)).toEqual({
      event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      kind: "test",
      created_at: expect.any(String),
      data: { channel_id: channel },
    });
    const header = parseSignatureHeader(String(headers["cotejo-signature"]));
    if (typeof header === "string") return expect.unreachable(header);
    expect(header.v1).toEqual([signatureOf(signingKey("first"), header.t, Buffer.from(body)).toString("hex")]);
  });

  it.each([500, 404, 302])("that answers %i is tried again on the schedule, then it is failed", async (status) => {
    target.answerWith((_received, response) => {
      response.writeHead(status, { location: `${target.url}/elsewhere` }).end("no");
    });
    const channel = await addChannel(connection, { kind: "webhook", url: target.url });
    await queueTests(connection, channel, 1);
    start();
    const error = status === 302 ? "redirected" : "not_accepted";
    for (const [index, wait] of RETRY_SECONDS.entries()) {
      const attempts = index + 1;
      await expect.poll(() => rows(channel)).toMatchObject([{ state: "pending", attempts, status, error }]);
      expect((await rows(channel))[0].wait).toBeGreaterThan(wait - 10);
      expect((await rows(channel))[0].wait).toBeLessThanOrEqual(wait);
      await makeDue();
    }
    const attempts = RETRY_SECONDS.length + 1;
    await expect.poll(() => rows(channel)).toMatchObject([{ state: "failed", attempts, status, wait: null }]);
    expect(target.received.map(({ path }) => path)).toEqual(Array(attempts).fill("/"));
  });

  it.each([
    [429, () => "900", 900],
    [503, () => new Date(Date.now() + 1_800_000).toUTCString(), 1_800],
    [503, () => "999999", 86_400],
    [503, () => "1", 30],
    [500, () => "900", 30],
  ])("that answers %i is tried again after its Retry-After, which is bounded", async (status, retryAfter, wait) => {
    target.answerWith((_received, response) => {
      response.writeHead(status, { "retry-after": retryAfter() }).end();
    });
    const channel = await addChannel(connection, { kind: "webhook", url: target.url });
    await queueTests(connection, channel, 1);
    start();
    await expect.poll(() => rows(channel)).toMatchObject([{ state: "pending", attempts: 1, status }]);
    expect(Math.abs((await rows(channel))[0].wait - wait)).toBeLessThan(10);
  });

  it("that never answers delays no other channel", async () => {
    const silent = await startTarget();
    silent.answerWith(() => undefined);
    const [slow, slowChat, quick, chat] = await Promise.all([
      addChannel(connection, { kind: "webhook", url: silent.url }),
      addChannel(connection, { kind: "chat", url: silent.url }),
      addChannel(connection, { kind: "webhook", url: target.url }),
      addChannel(connection, { kind: "chat", url: target.url }),
    ]);
    for (const channel of [slow, slowChat]) await queueTests(connection, channel, 30);
    for (const channel of [quick, chat]) await queueTests(connection, channel, 3);
    start();
    await expect.poll(() => target.received.length, { timeout: 60_000 }).toBe(6);
    expect((await rows(slow)).filter(({ state }) => state !== "pending")).toEqual([]);
    await silent.close();
  });
});

describe("a chat", () => {
  it("gets its messages one after the other, each in a text", async () => {
    let open = 0;
    let most = 0;
    target.answerWith((_received, response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.end("ok");
      });
    });
    const channel = await addChannel(connection, { kind: "chat", url: `${target.url}/hooks/1` });
    await queueTests(connection, channel, 5);
    start();
    await expect.poll(() => target.received.length).toBe(5);
    expect(most).toBe(1);
    expect(target.received[0]).toMatchObject({ path: "/hooks/1" });
    expect(JSON.parse(target.received[0]?.body ?? "")).toEqual({ text: expect.stringMatching(/^Test message/) });
  });

  it("that answers 429 with a Retry-After gets the message after it", async () => {
    target.answerWith((_received, response) => {
      response.writeHead(429, { "retry-after": "600" }).end("rate_limited");
    });
    const channel = await addChannel(connection, { kind: "chat", url: target.url });
    await queueTests(connection, channel, 1);
    start();
    await expect.poll(() => rows(channel)).toMatchObject([{ state: "pending", status: 429 }]);
    expect((await rows(channel))[0].wait).toBeGreaterThan(590);
  });

  it("that refuses its address is not tried again", async () => {
    target.answerWith((_received, response) => {
      response.writeHead(404).end("no_service");
    });
    const channel = await addChannel(connection, { kind: "chat", url: target.url });
    await queueTests(connection, channel, 1);
    start();
    await expect
      .poll(() => rows(channel))
      .toMatchObject([{ state: "failed", attempts: 1, status: 404, answer: "no_service" }]);
  });
});

it("a paused channel gets nothing until it goes on", async () => {
  const paused = await addChannel(connection, { kind: "webhook", url: target.url });
  const other = await addChannel(connection, { kind: "webhook", url: target.url });
  await connection.pool.query("UPDATE channels SET paused = true WHERE id = $1", [paused]);
  for (const channel of [paused, other]) await queueTests(connection, channel, 1);
  start();
  await expect.poll(() => rows(other)).toMatchObject([{ state: "sent" }]);
  expect(await rows(paused)).toMatchObject([{ state: "pending", attempts: 0 }]);
  await connection.pool.query("UPDATE channels SET paused = false WHERE id = $1", [paused]);
  await expect.poll(() => rows(paused)).toMatchObject([{ state: "sent" }]);
});

describe("a later event of a file", () => {
  const event = (channel_id: string, source: string, sequence: bigint, verification_id = "ver_1") => ({
    target: { channel_id },
    kind: "test",
    source,
    sequence,
    verification_id,
    payload: { channel_id },
  });

  it("ends the earlier undelivered events, in any order, and no events of other files or channels", async () => {
    const channel = await addChannel(connection, { kind: "webhook", url: target.url });
    const other = await addChannel(connection, { kind: "webhook", url: target.url });
    await enqueue(connection.pool, [
      event(channel, "first", 1n),
      event(channel, "third", 3n),
      event(channel, "second", 2n),
      event(channel, "elsewhere", 1n, "ver_2"),
      event(other, "first", 1n),
    ]);
    start();
    await expect
      .poll(async () => (await rows(channel)).map(({ source, state }) => [source, state]))
      .toEqual([
        ["first", "superseded"],
        ["third", "sent"],
        ["second", "superseded"],
        ["elsewhere", "sent"],
      ]);
    await expect.poll(() => rows(other)).toMatchObject([{ state: "sent" }]);
    expect(target.received).toHaveLength(3);
  });
});

it("a payload with a field that its kind does not have is never sent", async () => {
  const channel = await addChannel(connection, { kind: "webhook", url: target.url });
  const payload = { channel_id: channel, name: "Ana López" };
  await enqueue(connection.pool, [{ target: { channel_id: channel }, kind: "test", source: "1", payload }]);
  start();
  await expect.poll(() => rows(channel)).toMatchObject([{ state: "failed", attempts: 1, error: "unknown_message" }]);
  expect(target.received).toEqual([]);
});
