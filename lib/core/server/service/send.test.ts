import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Request } from "./call.ts";
import { createSender, type SenderOptions } from "./send.ts";
import { failureOf } from "./testing/failure.ts";
import { failure, type Reply, reset, silence, startWire, text, type Wire } from "./testing/wire.ts";

const READ: Request = { method: "GET", path: ["api-keys"] };
const COMMANDS: Request[] = [
  { method: "POST", path: ["api-keys"], body: { id: "Backend" } },
  { method: "PUT", path: ["v2", "webhooks", "wh_1"], body: { description: "Ours" } },
  { method: "DELETE", path: ["api-keys", "ak_1"] },
];
const FAULT = failure(500, "INTERNAL_SERVER_ERROR");
const UNAUTHORIZED = failure(401, "UNAUTHORIZED");

/** No random delays: full jitter is at its minimum. */
beforeEach(() => vi.spyOn(Math, "random").mockReturnValue(0));

const sender = ({ baseUrl }: Pick<Wire, "baseUrl">, options: Partial<SenderOptions> = {}) =>
  createSender({ baseUrl, getKey: async () => "svc_sk_live_1", ...options });

const keysOf = (wire: Wire) => wire.arrived.map(({ headers }) => headers["x-api-key"]);

describe("an error of the service", () => {
  it.each<[number, string, string, number]>([
    [400, "VALIDATION_ERROR", "VALIDATION_ERROR", 400],
    [400, "BAD_REQUEST", "BAD_REQUEST", 400],
    [401, "UNAUTHORIZED", "SERVICE_UNAUTHORIZED", 502],
    [403, "FORBIDDEN", "SERVICE_FORBIDDEN", 502],
    [404, "NOT_FOUND", "NOT_FOUND", 404],
    [409, "CONFLICT", "CONFLICT", 409],
    [409, "DUPLICATE_RESOURCE", "DUPLICATE_RESOURCE", 409],
    [418, "TEAPOT", "SERVICE_UNREADABLE", 502],
    [422, "VALIDATION_ERROR", "VALIDATION_ERROR", 400],
    [410, "NOT_FOUND", "NOT_FOUND", 404],
    [405, "constructor", "SERVICE_UNREADABLE", 502],
  ])("%d %s is %s (%d), without a retry", async (serviceStatus, serviceCode, code, status) => {
    const wire = await startWire(failure(serviceStatus, serviceCode));
    const expected = { code, status, serviceStatus, retryable: false, serviceMessage: "Mensaje" };
    expect(await failureOf(sender(wire)(READ))).toMatchObject(expected);
    expect(await failureOf(sender(wire)(COMMANDS[0] as Request))).toMatchObject(expected);
    expect(wire.arrived).toHaveLength(2);
  });

  it.each([500, 501, 502, 503, 504, 599])("%d is a fault of the service, with a retry", async (serviceStatus) => {
    const error = await failureOf(sender(await startWire(failure(serviceStatus, "UNAUTHORIZED")))(READ));
    expect(error).toMatchObject({ code: "SERVICE_ERROR", status: 502, serviceStatus, retryable: true });
  });

  it.each(COMMANDS)("a 5xx leaves the outcome of a $method unknown: it may come after the work", async (command) => {
    for (const serviceStatus of [500, 502, 503]) {
      const error = await failureOf(sender(await startWire(failure(serviceStatus, "")))(command));
      expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", status: 502, serviceStatus, retryable: false });
    }
  });

  it("is recognised by status without a code, and never by its message", async () => {
    const wire = await startWire(
      failure(404, "", "UNAUTHORIZED 401 api key"),
      text(403, "text/html", "<h1>404 Not found</h1>"),
      [400, { message: 7, code: 7 }],
      [409, "CONFLICT"],
    );
    const send = sender(wire);
    const failures = [];
    for (let call = 0; call < 4; call++) failures.push(await failureOf(send(READ)));
    expect(failures.map(({ code, serviceMessage }) => [code, serviceMessage])).toEqual([
      ["NOT_FOUND", "UNAUTHORIZED 401 api key"],
      ["SERVICE_FORBIDDEN", null],
      ["VALIDATION_ERROR", null],
      ["CONFLICT", null],
    ]);
  });
});

describe("a retry", () => {
  it.each<[string, Reply]>([
    ["5xx", FAULT],
    ["a reset", reset],
  ])("of a read after %s happens twice, and the last answer counts", async (_what, reply) => {
    const wire = await startWire(reply, reply, [200, [{ id: "ak_1" }]]);
    expect((await sender(wire)(READ)).text).toBe('[{"id":"ak_1"}]');
    expect(wire.arrived).toHaveLength(3);
  });

  it("happens at most twice for a read", async () => {
    const wire = await startWire(FAULT);
    expect(await failureOf(sender(wire)(READ))).toMatchObject({ code: "SERVICE_ERROR", serviceStatus: 500 });
    expect(wire.arrived).toHaveLength(3);
  });

  it.each<[string, Reply, number]>([
    ["an answer that is unreadable", text(200, "text/html", "<p>"), 1],
    ["429", failure(429, "TOO_MANY"), 1],
    ["404", failure(404, "NOT_FOUND"), 1],
  ])("of a read does not follow %s", async (_what, reply, times) => {
    const wire = await startWire(reply);
    await sender(wire)(READ).catch(() => undefined);
    expect(wire.arrived).toHaveLength(times);
  });

  it.each(COMMANDS)("never happens by itself for a $method", async (command) => {
    for (const reply of [FAULT, failure(503, ""), reset]) {
      const wire = await startWire(reply);
      await failureOf(sender(wire)(command));
      expect(wire.arrived).toHaveLength(1);
    }
  });

  it("follows after a random delay each time", async () => {
    const wire = await startWire(FAULT);
    await failureOf(sender(wire)(READ));
    expect(vi.mocked(Math.random)).toHaveBeenCalledTimes(2);
  });

  it("does not exceed the deadline of the call: the earlier fault is thrown", async () => {
    const leaving = new AbortController();
    vi.mocked(Math.random).mockImplementation(() => {
      leaving.abort();
      return 1_000;
    });
    const wire = await startWire(FAULT);
    const error = await failureOf(sender(wire)(READ, { signal: leaving.signal }));
    expect(error).toMatchObject({ code: "SERVICE_ERROR", serviceStatus: 500 });
    expect(wire.arrived).toHaveLength(1);
  });
});

describe("the deadline", () => {
  it("ends a call without an answer", async () => {
    const send = sender(await startWire(silence));
    expect(await failureOf(send(READ, { deadlineMs: 50 }))).toMatchObject({ code: "SERVICE_TIMEOUT", retryable: true });
    expect(await failureOf(send(COMMANDS[0] as Request, { deadlineMs: 50 }))).toMatchObject({
      code: "OUTCOME_UNKNOWN",
    });
  });

  it("ends a call that still waits for its key, and sends nothing", async () => {
    const wire = await startWire([200, []]);
    const send = sender(wire, { getKey: () => new Promise(() => undefined) });
    for (const command of [READ, ...COMMANDS]) {
      expect(await failureOf(send(command, { deadlineMs: 20 }))).toMatchObject({ code: "SERVICE_TIMEOUT" });
    }
    expect(wire.arrived).toEqual([]);
  });

  it("set by the caller ends a call as well", async () => {
    const leaving = new AbortController();
    const send = sender(await startWire(() => leaving.abort()));
    expect(await failureOf(send(READ, { signal: leaving.signal }))).toMatchObject({
      code: "SERVICE_PAUSED",
      retryable: true,
    });
  });

  it("leaves the outcome of a command unknown when the caller gives up", async () => {
    const leaving = new AbortController();
    const send = sender(await startWire(() => leaving.abort()));
    expect(await failureOf(send(COMMANDS[0] as Request, { signal: leaving.signal }))).toMatchObject({
      code: "OUTCOME_UNKNOWN",
    });
    expect(await failureOf(send(COMMANDS[0] as Request, { signal: leaving.signal }))).toMatchObject({
      code: "SERVICE_PAUSED",
    });
  });
});

describe("a refused key", () => {
  const ring = (...keys: string[]) => vi.fn(async (_refused?: string) => keys.shift() ?? "none");

  it.each([READ, ...COMMANDS])("is tried again once if it has changed meanwhile, by $method too", async (request) => {
    const wire = await startWire(UNAUTHORIZED, [200, []]);
    const getKey = ring("old", "new");
    await sender(wire, { getKey })(request);
    expect(keysOf(wire)).toEqual(["old", "new"]);
    expect(wire.arrived[1]?.body).toBe(wire.arrived[0]?.body);
    expect(getKey.mock.calls).toEqual([[], ["old"]]);
  });

  it("is not tried again if it has not changed", async () => {
    const wire = await startWire(UNAUTHORIZED);
    expect(await failureOf(sender(wire)(READ))).toMatchObject({ code: "SERVICE_UNAUTHORIZED", serviceStatus: 401 });
    expect(wire.arrived).toHaveLength(1);
  });

  it("is not tried a third time, however often it changes", async () => {
    const wire = await startWire(UNAUTHORIZED);
    const error = await failureOf(sender(wire, { getKey: ring("one", "two", "three") })(READ));
    expect(error.code).toBe("SERVICE_UNAUTHORIZED");
    expect(keysOf(wire)).toEqual(["one", "two"]);
  });

  it("is read again for each call", async () => {
    const wire = await startWire([200, []]);
    const send = sender(wire, { getKey: ring("one", "two") });
    await send(READ);
    await send(READ);
    expect(keysOf(wire)).toEqual(["one", "two"]);
  });

  it.each([403, 404, 500])("is not the cause of a %d", async (status) => {
    const wire = await startWire(failure(status, ""));
    await failureOf(sender(wire, { getKey: ring("old", "new") })(COMMANDS[0] as Request));
    expect(keysOf(wire)).toEqual(["old"]);
  });

  /** The reports of a call about the key: refused or accepted. */
  const toldBy = async (replies: Reply[], keys: string[]) => {
    const told: string[] = [];
    const listeners = {
      onKeyRefused: async (apiKey: string) => void told.push(`refused ${apiKey}`),
      onKeyAccepted: () => void told.push("accepted"),
    };
    const wire = await startWire(...replies);
    await sender(wire, { getKey: ring(...keys), ...listeners })(COMMANDS[0] as Request).catch(() => undefined);
    return told;
  };

  it("is reported before the call, as is a key that the service answers, even with a refusal", async () => {
    expect(await toldBy([UNAUTHORIZED], ["old", "old"])).toEqual(["refused old"]);
    expect(await toldBy([UNAUTHORIZED, UNAUTHORIZED], ["old", "new"])).toEqual(["refused new"]);
    expect(await toldBy([UNAUTHORIZED, [200, {}]], ["old", "new"])).toEqual(["accepted"]);
    for (const status of [400, 403, 404, 409]) {
      expect(await toldBy([failure(status, "")], ["old"])).toEqual(["accepted"]);
    }
    for (const reply of [FAULT, failure(429, ""), failure(418, ""), reset]) {
      expect(await toldBy([reply], ["old"])).toEqual([]);
    }
  });

  it("is thrown unchanged if it is unavailable, and nothing is sent", async () => {
    const wire = await startWire([200, []]);
    const away = new Error("the database is away");
    await expect(sender(wire, { getKey: () => Promise.reject(away) })(READ)).rejects.toBe(away);
    expect(wire.arrived).toEqual([]);
  });
});

describe("a 429", () => {
  it.each<[string, string | undefined, number | undefined]>([
    ["seconds", "120", 120],
    ["a date", new Date(Date.UTC(2026, 10, 20, 10, 0, 30)).toUTCString(), 30],
    ["a date that has passed", new Date(0).toUTCString(), 0],
    ["nothing that can be read", "soon", undefined],
    ["nothing", undefined, undefined],
  ])("with Retry-After as %s pauses calls, and reports for how long", async (_what, header, retryAfter) => {
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 10, 20, 10));
    const onTooMany = vi.fn();
    const headers: Record<string, string> = header === undefined ? {} : { "retry-after": header };
    const wire = await startWire([429, { code: "RATE" }, headers]);
    const error = await failureOf(sender(wire, { onTooMany })(READ));
    expect(error).toMatchObject({
      code: "SERVICE_PAUSED",
      status: 503,
      serviceStatus: 429,
      retryable: true,
      retryAfter,
    });
    expect(onTooMany.mock.calls).toEqual([[retryAfter]]);
  });

  it("to the newer key is reported too", async () => {
    const onTooMany = vi.fn();
    const keys = ["old", "new"];
    const wire = await startWire(UNAUTHORIZED, [429, {}, { "retry-after": "7" }]);
    await failureOf(sender(wire, { onTooMany, getKey: async () => keys.shift() ?? "" })(READ));
    expect(onTooMany.mock.calls).toEqual([[7]]);
  });
});
