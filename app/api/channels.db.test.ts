import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CreatedChannel } from "#lib/outbound/contract/channels/channel.ts";
import { type HttpTarget, startTarget } from "#lib/outbound/server/channels/testing/http-target.ts";
import { keepSending } from "#lib/outbound/server/channels/testing/keep-sending.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { parseSignatureHeader, signatureOf, signingKey } from "#lib/receiver/signature.ts";
import { callRoute, dashboardForEach, describeAdminRoutes } from "#tools/test/call-route.ts";
import { DELETE, PATCH } from "./channels/[channel_id]/route.ts";
import { POST as replaceSecret } from "./channels/[channel_id]/secret/route.ts";
import { POST as retry } from "./channels/[channel_id]/sendings/[sending_id]/retry/route.ts";
import { POST as retryAll } from "./channels/[channel_id]/sendings/retry/route.ts";
import { GET as sendings } from "./channels/[channel_id]/sendings/route.ts";
import { POST as test } from "./channels/[channel_id]/test/route.ts";
import { GET, POST } from "./channels/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

// The environment is read once: the stub must be set before.
vi.stubEnv("CHANNELS_ALLOW_PRIVATE", "true");
const dashboard = dashboardForEach(() => database().pool.query("TRUNCATE channels, reveals CASCADE"));

let target: HttpTarget;
let stop: AbortController;
let ended: Promise<void> = Promise.resolve();
beforeEach(async () => {
  target = await startTarget();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await target.close();
  await ended;
});
const startSender = () => {
  ended = keepSending(database(), stop.signal);
};

const WEBHOOK = { kind: "webhook", name: "Core", url: "https://core.example.mx/hook", events: ["review.decided"] };
const create = async (body: object): Promise<CreatedChannel> => {
  const answer = await callRoute(POST, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const toTarget = () => create({ ...WEBHOOK, url: target.url });
const list = async () => (await callRoute(GET, { method: "GET" })).body.items;
const listed = async (channel_id: string) =>
  (await callRoute(sendings, { method: "GET", params: { channel_id } })).body.items;
const dump = async () =>
  JSON.stringify(
    (
      await database().pool.query(
        "SELECT c::text AS row FROM channels AS c UNION ALL SELECT v::text FROM vault_secrets AS v UNION ALL SELECT a::text FROM audit_log AS a",
      )
    ).rows,
  );

const params = { channel_id: "ch_0123456789abcdef01234567", sending_id: "1" };
describeAdminRoutes(
  [
    ["GET channels", GET, "GET", undefined, false],
    ["POST channels", POST, "POST", WEBHOOK, true],
    ["PATCH a channel", PATCH, "PATCH", { paused: true }, true],
    ["DELETE a channel", DELETE, "DELETE", undefined, true],
    ["POST a test", test, "POST", undefined, false],
    ["POST a secret", replaceSecret, "POST", undefined, true],
    ["GET sendings", sendings, "GET", undefined, false],
    ["POST a retry", retry, "POST", undefined, false],
    ["POST all retries", retryAll, "POST", undefined, false],
  ],
  params,
  dashboard,
);

describe("a channel", () => {
  it("is created, listed, changed and deleted", async () => {
    const to = ["guard@example.mx", "boss@example.mx"];
    const mail = await create({
      kind: "mail",
      name: " Guard\n ",
      to: [...to, to[0]],
      events: ["disk_low", "no_events"],
    });
    expect(mail).toMatchObject({ kind: "mail", name: "Guard", url: null, to, events: ["no_events", "disk_low"] });
    expect(mail).not.toHaveProperty("secret");
    const { channel_id } = mail;
    const change = { name: "Night", to: ["night@example.mx"], paused: true, locale: "es-MX" };
    const changed = await callRoute(PATCH, { method: "PATCH", params: { channel_id }, body: change });
    expect(changed.body).toMatchObject({ ...change, events: mail.events });
    expect(await list()).toEqual([changed.body]);
    expect((await callRoute(DELETE, { method: "DELETE", params: { channel_id } })).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await callRoute(DELETE, { method: "DELETE", params: { channel_id } })).status).toBe(404);
  });

  it.each([
    { ...WEBHOOK, events: [] },
    { ...WEBHOOK, events: ["review.unknown"] },
    { ...WEBHOOK, url: undefined },
    { ...WEBHOOK, url: "https://user:password@core.example.mx/" },
    { ...WEBHOOK, url: "ftp://core.example.mx/" },
    { ...WEBHOOK, to: ["guard@example.mx"] },
    { kind: "mail", name: "x", to: ["guard@example.mx\r\nBcc: all@example.mx"], events: ["disk_low"] },
    {
      kind: "mail",
      name: "x",
      to: Array.from({ length: 21 }, (_, index) => `a${index}@example.mx`),
      events: ["disk_low"],
    },
    { kind: "chat", name: "x", url: "https://hooks.example/1", events: ["review.decided"] },
  ])("is refused as %j", async (body) => {
    expect((await callRoute(POST, { body })).status).toBe(400);
  });

  it("keeps the address of a chat and the secret of a webhook in the vault alone", async () => {
    const chat = await create({
      kind: "chat",
      name: "Room",
      url: "https://hooks.example/T1/address-of-room",
      events: ["disk_low"],
    });
    expect(chat.url).toBe("https://hooks.example");
    const { secret = "" } = await create(WEBHOOK);
    expect(secret).toMatch(/^cotejo_[\w-]{43}$/);
    const { channel_id } = chat;
    await callRoute(PATCH, {
      method: "PATCH",
      params: { channel_id },
      body: { url: "https://hooks.example/T1/second-address" },
    });
    const stored = await dump();
    for (const hidden of ["address-of-room", "second-address", secret]) expect(stored).not.toContain(hidden);
    expect(JSON.stringify(await list())).not.toContain(secret);
    const kept = await database().pool.query("SELECT FROM vault_secrets WHERE kind = 'channel_address'");
    expect(kept.rowCount).toBe(1);
  });
});

describe("a test message", () => {
  it("is sent at once, and its outcome is listed", async () => {
    const { channel_id } = await toTarget();
    const { status, body } = await callRoute(test, { params: { channel_id } });
    expect(status).toBe(202);
    startSender();
    await expect
      .poll(() => listed(channel_id))
      .toMatchObject([{ sending_id: body.sending_id, kind: "test", state: "sent", status: 200, answer: "ok" }]);
    expect(await list()).toMatchObject([{ last: { state: "sent" }, waiting: 0, failed: 0 }]);
  });

  it("is refused while the channel is paused", async () => {
    const { channel_id } = await toTarget();
    await callRoute(PATCH, { method: "PATCH", params: { channel_id }, body: { paused: true } });
    expect((await callRoute(test, { params: { channel_id } })).status).toBe(409);
  });
});

it("a replaced secret still signs beside the new one, an older secret does not", async () => {
  const { channel_id, secret: first = "" } = await toTarget();
  const replace = async () => (await callRoute(replaceSecret, { params: { channel_id } })).body;
  const second = await replace();
  startSender();
  const signers = async (...secrets: string[]) => {
    const before = target.received.length;
    await callRoute(test, { params: { channel_id } });
    await expect.poll(() => target.received.length).toBe(before + 1);
    const { headers, body } = target.received.at(-1) ?? expect.unreachable();
    const header = parseSignatureHeader(String(headers["cotejo-signature"]));
    if (typeof header === "string") return expect.unreachable(header);
    expect(header.v1).toEqual(
      secrets.map((secret) => signatureOf(signingKey(secret), header.t, Buffer.from(body)).toString("hex")),
    );
  };
  await signers(second.secret, first);
  const third = await replace();
  await signers(third.secret, second.secret);
  await database().pool.query("UPDATE channels SET previous_until = now()");
  await signers(third.secret);
});

it("failed messages are sent again, one or all", async () => {
  target.answerWith((_received, response) => {
    response.writeHead(500).end();
  });
  const { channel_id } = await toTarget();
  for (const _ of [1, 2, 3]) await callRoute(test, { params: { channel_id } });
  await database().pool.query("UPDATE outgoing SET state = 'failed', next_attempt_at = NULL, ended_at = now()");
  target.answerWith((_received, response) => response.end("ok"));
  startSender();
  const [{ sending_id }] = await listed(channel_id);
  const one = { params: { channel_id, sending_id: String(sending_id) } };
  expect((await callRoute(retry, one)).status).toBe(204);
  const states = async () => (await listed(channel_id)).map(({ state }: { state: string }) => state);
  await expect.poll(states).toEqual(["sent", "failed", "failed"]);
  expect((await callRoute(retry, one)).status).toBe(409);
  expect(await callRoute(retryAll, { params: { channel_id } })).toMatchObject({ status: 202, body: { retried: 2 } });
  await expect.poll(states).toEqual(["sent", "sent", "sent"]);
});
