import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { OWN_TEST } from "#lib/core/contract/webhooks/test-delivery.ts";
import { getSystemStatus } from "#lib/core/server/status/status.ts";
import { openSecret } from "#lib/core/server/vault/vault.ts";
import { createReceiverLoader } from "#lib/receiver/load-receivers.ts";
import { type RunningReceiver, startReceiver } from "#lib/receiver/receiver.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { postHook, signatureHeader } from "#tools/test/hooks.ts";
import { TLS } from "#tools/test/tls/certificate.ts";
import { ensureReceiver } from "./ensure.ts";
import { getReceiverState } from "./own-webhook.ts";
import { testOwnAddress } from "./test-address.ts";

/** The base address of this dashboard. The environment is read once a process, so the tests replace the reading. */
const address = vi.hoisted(() => ({ url: "" }));
vi.mock(import("#lib/platform/server/base/env.ts"), async (original) => {
  const module = await original();
  return { ...module, env: () => ({ ...module.env(), RECEIVER_URL: address.url }) };
});

let connected: ConnectedService;
let receiver: RunningReceiver;
const errors: string[] = [];

beforeAll(async () => {
  connected = await startConnectedService();
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  receiver = await startReceiver({
    database: connected.other,
    loadReceivers: createReceiverLoader(connected.other, openSecret, (error) => errors.push(String(error))),
    host: "127.0.0.1",
    port: 0,
    onProblem: (what) => errors.push(what),
  });
});
afterAll(async () => {
  await receiver.stop();
  await connected.end();
  expect(errors).toEqual([]);
});
beforeEach(async () => {
  address.url = `http://127.0.0.1:${receiver.port}`;
  // Refusals are written at most once a second: writes the refusals of the previous test now.
  await receiver.flush();
  await connected.reset();
  const { body } = await connected.service.call("GET", "/v2/webhooks");
  for (const { id } of body.data) await connected.service.call("DELETE", `/v2/webhooks/${id}`);
});

const ensure = (webhooks: Parameters<typeof ensureReceiver>[1] = connected.client()) =>
  ensureReceiver(connected.database, webhooks);
const state = () => getReceiverState(connected.database, connected.client());
const EVENT = JSON.stringify({ event_name: "verification.v2.created", data: { verification_id: "ver_1" } });
const deliver = async (receiverId: string, secret: string) =>
  (await postHook(receiver.port, receiverId, EVENT, signatureHeader(secret, EVENT))).status;

describe("the receiver", () => {
  it("accepts deliveries as soon as its webhook has been created", async () => {
    await ensure();
    const verificationId = await connected.service.play("finished");
    expect(await connected.service.settled()).toMatchObject({ failed: 0 });
    expect(
      await connected.query("SELECT FROM inbox WHERE verification_id = $1 LIMIT 5", [verificationId]),
    ).toHaveLength(5);
    expect(await state()).toMatchObject({ healthy: true, last_delivery_at: expect.any(String), last_refusal: null });
  });

  it("reads its secrets also while they are deleted", async () => {
    await ensure();
    const problems: unknown[] = [];
    const load = createReceiverLoader(
      connected.other,
      async (client, id) => {
        await connected.query("DELETE FROM receiver_secrets WHERE secret_id = $1", [id]);
        await connected.query("DELETE FROM vault_secrets WHERE id = $1", [id]);
        return await openSecret(client, id);
      },
      (error) => problems.push(error),
    );
    expect(await load()).toMatchObject([{ awaitsSecret: false, unopened: false, secrets: [{}] }]);
    expect(problems).toEqual([]);
    expect(await load()).toMatchObject([{ secrets: [] }]);
  });

  it("answers 503 to unverifiable deliveries while its webhook is being created, accepts them afterwards, and then refuses unverifiable ones", async () => {
    const client = connected.client();
    const statuses: number[] = [];
    let secret = "";
    const { receiver_id } = await ensure({
      ...client,
      createWebhook: async (input) => {
        const created = await client.createWebhook(input);
        secret = created.secret;
        const id = input.url.split("/").at(-1) ?? "";
        await vi.waitFor(async () => expect(await deliver(id, secret)).not.toBe(404), { timeout: 60_000 });
        statuses.push(await deliver(id, secret), await deliver(id, "a secret of nobody"));
        return created;
      },
    });
    expect(statuses).toEqual([503, 503]);
    await vi.waitFor(async () => expect(await deliver(receiver_id, secret)).toBe(200), { timeout: 60_000 });
    expect(await deliver(receiver_id, "a secret of nobody")).toBe(401);
  });

  it("continues to accept its predecessor's signatures when a new one replaces it", async () => {
    const client = connected.client();
    const secrets: string[] = [];
    const watched = {
      ...client,
      createWebhook: async (input: Parameters<typeof client.createWebhook>[0]) => {
        const created = await client.createWebhook(input);
        secrets.push(created.secret);
        return created;
      },
    };
    const { receiver_id } = await ensure(watched);
    const { body } = await connected.service.call("GET", "/v2/webhooks");
    await connected.service.call("DELETE", `/v2/webhooks/${body.data[0].id}`);
    expect(await ensure(watched)).toMatchObject({ receiver_id, did: "created" });
    expect(secrets).toHaveLength(2);
    for (const secret of secrets)
      await vi.waitFor(async () => expect(await deliver(receiver_id, secret)).toBe(200), { timeout: 60_000 });
  });
});

describe("the state of the own webhook", () => {
  let webhookId: string;
  const connect = async () => {
    await ensure();
    webhookId = (await state()).webhook_id ?? "";
  };

  it("is missing before the creation", async () => {
    expect(await state()).toEqual({
      receiver_id: null,
      state: "missing",
      url: null,
      webhook_id: null,
      healthy: false,
      problems: ["not_connected"],
      missing_events: [],
      last_delivery_at: null,
      last_refusal: null,
    });
  });

  it("is creating after a failed attempt", async () => {
    await connected.fault({ kind: "status", status: 403, method: "POST", path: "/v2/webhooks" });
    await expect(ensure()).rejects.toMatchObject({ code: "SERVICE_FORBIDDEN" });
    expect(await state()).toMatchObject({
      state: "creating",
      healthy: false,
      problems: ["not_connected"],
      webhook_id: null,
    });
  });

  it("is connected and healthy when events can arrive", async () => {
    await connect();
    expect(await state()).toMatchObject({
      state: "connected",
      healthy: true,
      problems: [],
      url: expect.stringContaining(address.url),
    });
  });

  it("shows that it was deleted at the service", async () => {
    await connect();
    await connected.service.call("DELETE", `/v2/webhooks/${webhookId}`);
    expect(await state()).toMatchObject({ state: "connected", healthy: false, problems: ["deleted_at_service"] });
  });

  it("shows all of its problems at once", async () => {
    await connect();
    const [missing, ...events] = EVENT_NAMES;
    await connected.service.call("PUT", `/v2/webhooks/${webhookId}`, {
      body: { events, url: "http://127.0.0.1:4002/elsewhere" },
    });
    await connected.service.call("PUT", `/sandbox/webhooks/${webhookId}`, { body: { enabled: false } });
    expect(await state()).toMatchObject({
      healthy: false,
      problems: ["disabled_at_service", "other_address", "missing_events"],
      missing_events: [missing],
    });
  });

  it("shows that the service still delivers to the old address after RECEIVER_URL changed", async () => {
    await connect();
    address.url = "http://127.0.0.1:4003";
    expect(await state()).toMatchObject({ healthy: false, problems: ["other_address"] });
    await ensure();
    expect(await state()).toMatchObject({ healthy: true, url: expect.stringContaining(address.url) });
  });

  it.each([401, 500])("is unknown when the service answers %i, with the facts known here", async (status) => {
    await connect();
    await connected.fault({ kind: "status", status, count: 3 });
    expect(await state()).toMatchObject({
      state: "connected",
      webhook_id: webhookId,
      healthy: false,
      problems: ["service_unavailable"],
    });
  });

  it("shows the last refusal", async () => {
    await connect();
    const { receiver_id } = await state();
    // Until the receiver knows of the created webhook, it answers 503 to unverifiable deliveries.
    await vi.waitFor(async () => expect(await deliver(receiver_id ?? "", "a secret of nobody")).toBe(401), {
      timeout: 60_000,
    });
    await receiver.flush();
    expect(await state()).toMatchObject({
      healthy: true,
      last_refusal: { reason: "no_match", at: expect.any(String) },
    });
  });
});

describe("the test of the own address", () => {
  const arrived = async () => {
    await receiver.flush();
    const counted =
      "SELECT (SELECT count(*)::int FROM inbox) AS stored, (SELECT count(*)::int FROM refusals) AS refused";
    const matched = "SELECT count(last_matched_at)::int AS matched FROM receiver_secrets";
    return { ...(await connected.query(counted))[0], ...(await connected.query(matched))[0] };
  };
  const answering = async (reply: RequestListener, protocol: "http" | "https" = "http") => {
    const server = protocol === "http" ? createServer(reply) : createTlsServer(TLS, reply);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(async () => {
      server.closeAllConnections();
      server.close();
    });
    address.url = `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const test = async (timeoutMs?: number) => {
    const { receiver_id } = await ensure();
    return testOwnAddress(receiver_id, connected.database, timeoutMs);
  };

  const forged = () => signatureHeader("a secret of nobody", OWN_TEST);
  /** Connects, and waits until the receiver knows the new webhook, without the refusals of the waiting. */
  const connectKnown = async () => {
    const { receiver_id } = await ensure();
    const status = async () => (await postHook(receiver.port, receiver_id, OWN_TEST, forged())).status;
    await vi.waitFor(async () => expect(await status()).toBe(401), { timeout: 60_000 });
    await receiver.flush();
    await connected.query("DELETE FROM refusals");
    return receiver_id;
  };

  it("reaches the receiver on this machine, and is stored, counted and refused nowhere", async () => {
    await connectKnown();
    expect(await test()).toEqual({ at: expect.any(String), result: "reached", status: 200, code: null });
    expect(await arrived()).toEqual({ stored: 0, refused: 0, matched: 0 });
    expect((await getSystemStatus(connected.database)).last_event_at).toBeNull();
  });

  it("is repeated if the receiver does not know the new secret yet", async () => {
    let requests = 0;
    await answering((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(503).end();
      else response.end('{"result":"test"}');
    });
    expect(await test()).toMatchObject({ result: "reached", status: 200 });
  });

  it("is refused without the secret, like every delivery", async () => {
    const receiver_id = await connectKnown();
    expect((await postHook(receiver.port, receiver_id, OWN_TEST)).status).toBe(400);
    expect((await postHook(receiver.port, receiver_id, OWN_TEST, forged())).status).toBe(401);
    expect(await arrived()).toEqual({ stored: 0, refused: 2, matched: 0 });
  });

  it("reports a name that does not resolve, and a port where nothing listens", async () => {
    address.url = "https://hooks.cotejo.invalid";
    expect(await test()).toMatchObject({ result: "not_resolved", status: null });
    address.url = `http://127.0.0.1:${await freePort()}`;
    expect(await test()).toMatchObject({ result: "unreachable", status: null, code: "ECONNREFUSED" });
  });

  it.each<[string, RequestListener, object]>([
    ["another program", (_request, response) => response.end("Welcome"), { result: "stranger", status: 200 }],
    ["a missing page", (_request, response) => response.writeHead(404).end(), { result: "not_accepted", status: 404 }],
    [
      "a redirect",
      (_request, response) => response.writeHead(301, { location: "/" }).end(),
      { result: "redirected", status: 301 },
    ],
  ])("reports %s at the address", async (_what, reply, expected) => {
    await answering(reply);
    expect(await test()).toMatchObject(expected);
  });

  it("reports silence and an unknown certificate", async () => {
    await answering(() => undefined);
    expect(await test(50)).toMatchObject({ result: "timed_out", status: null });
    await answering((_request, response) => response.end(), "https");
    expect(await test()).toMatchObject({ result: "not_trusted", status: null });
  });
});
