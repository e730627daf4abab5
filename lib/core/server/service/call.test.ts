import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { call, prepare, type Request } from "./call.ts";
import { everythingOf, failureOf } from "./testing/failure.ts";
import { closedAddress, failure, type Reply, reset, silence, startWire, text, type Wire } from "./testing/wire.ts";

const KEY = "svc_sk_live_0123456789";
const patient = new AbortController().signal;

const make = (wire: Pick<Wire, "baseUrl">, request: Request, signal = patient, key = KEY) =>
  call(prepare(wire.baseUrl, key, request), signal);

describe("a request", () => {
  it("carries the key in x-api-key and no Authorization", async () => {
    const wire = await startWire([200, []]);
    await make(wire, { method: "GET", path: ["api-keys"] });
    const { method, url, headers, body } = wire.arrived[0] ?? expect.unreachable();
    expect({ method, url, body }).toEqual({ method: "GET", url: "/api-keys", body: "" });
    expect(headers["x-api-key"]).toBe(KEY);
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("cookie");
    expect(headers).not.toHaveProperty("content-type");
  });

  it("carries its body as JSON", async () => {
    const wire = await startWire([201, {}]);
    await make(wire, { method: "POST", path: ["v2", "webhooks"], body: { description: "Ñandú" } });
    expect(wire.arrived[0]).toMatchObject({ url: "/v2/webhooks", body: '{"description":"Ñandú"}' });
    expect(wire.arrived[0]?.headers["content-type"]).toBe("application/json");
  });

  it.each<[string, string]>([
    ["../api-keys", "/verifications/..%2Fapi-keys"],
    ["a/b", "/verifications/a%2Fb"],
    ["%2F", "/verifications/%252F"],
    ["%2e%2e", "/verifications/%252e%252e"],
    ["a?admin=1", "/verifications/a%3Fadmin%3D1"],
    ["a#b", "/verifications/a%23b"],
    ["a;b=c", "/verifications/a%3Bb%3Dc"],
    ["@evil.example", "/verifications/%40evil.example"],
    ["a\\b", "/verifications/a%5Cb"],
    ["…", "/verifications/%E2%80%A6"],
  ])("keeps the id %j in its place in the path", async (id, url) => {
    const wire = await startWire([200, {}]);
    await make(wire, { method: "GET", path: ["verifications", id] });
    expect(wire.arrived[0]?.url).toBe(url);
  });

  it.each([[""], ["."], [".."], ["\ud83d"]])("for the id %j is never sent", async (id) => {
    const wire = await startWire([200, {}]);
    const request = { method: "DELETE", path: ["api-keys", id] } as const;
    expect(() => prepare(wire.baseUrl, KEY, request)).toThrow(
      expect.objectContaining({ code: "NOT_FOUND", status: 404 }),
    );
    expect(wire.arrived).toEqual([]);
  });

  it("stays under the base address whatever the id", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("a", "/", ".", "%", "2", "F", "?", "#", "\\", "@", ":", " ", "\n", "\u0000", "ñ", "😀"),
          minLength: 1,
        }),
        (id) => {
          fc.pre(id !== "." && id !== "..");
          const { url } = prepare("https://service.example/base", KEY, { method: "GET", path: ["v2", id, "people"] });
          const parsed = new URL(url);
          const [, base, v2, segment, people, ...more] = parsed.pathname.split("/");
          return (
            parsed.host === "service.example" &&
            parsed.search + parsed.hash === "" &&
            isDeepStrictEqual([base, v2, people, more], ["base", "v2", "people", []]) &&
            decodeURIComponent(segment ?? "") === id
          );
        },
      ),
    );
  });

  it.each([[`${KEY}\r\nx-admin: 1`], [`${KEY}\n`], [`${KEY} `], ["ñ"], [""]])(
    "is not sent with an invalid key, and does not quote it: %j",
    (key) => {
      const thrown = (() => {
        try {
          return prepare("https://service.example", key, { method: "GET", path: ["api-keys"] });
        } catch (error) {
          return error;
        }
      })();
      expect(thrown).toMatchObject({ code: "SERVICE_UNAUTHORIZED", status: 502, retryable: false });
      expect(everythingOf(thrown)).not.toContain(KEY);
    },
  );
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("with %d is refused, and the key is sent nowhere else", async (status) => {
    const elsewhere = await startWire([200, []]);
    const wire = await startWire([status, undefined, { location: `${elsewhere.baseUrl}/api-keys` }]);
    const error = await failureOf(make(wire, { method: "GET", path: ["api-keys"] }));
    expect(error).toMatchObject({ code: "SERVICE_UNREACHABLE", status: 502 });
    expect(elsewhere.arrived).toEqual([]);
    expect(wire.arrived).toHaveLength(1);
  });

  it("to the same host is refused too", async () => {
    const wire = await startWire([302, undefined, { location: "/elsewhere" }], [200, []]);
    await failureOf(make(wire, { method: "GET", path: ["api-keys"] }));
    expect(wire.arrived.map(({ url }) => url)).toEqual(["/api-keys"]);
  });
});

describe("no answer", () => {
  const soon = () => AbortSignal.timeout(50);
  const stalled: Reply = (response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("[");
  };
  const cut: Reply = (response, request) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("[", () => request.socket.resetAndDestroy());
  };

  it.each<[string, Reply]>([
    ["nothing comes", silence],
    ["it stalls half way", stalled],
  ])("in time, since %s: a read timed out, a command has an unknown outcome", async (_what, reply) => {
    const wire = await startWire(reply);
    expect(await failureOf(make(wire, { method: "GET", path: ["api-keys"] }, soon()))).toMatchObject({
      code: "SERVICE_TIMEOUT",
      status: 504,
      retryable: true,
      serviceStatus: null,
    });
    for (const method of ["POST", "PUT", "DELETE"] as const) {
      expect(await failureOf(make(wire, { method, path: ["v2", "webhooks"], body: {} }, soon()))).toMatchObject({
        code: "OUTCOME_UNKNOWN",
        status: 502,
        retryable: false,
      });
    }
  });

  it.each<[string, Reply]>([
    ["the connection is reset", reset],
    ["it is reset half way", cut],
  ])("since %s: the service is unreachable for a read, a command has an unknown outcome", async (_what, reply) => {
    const wire = await startWire(reply);
    expect(await failureOf(make(wire, { method: "GET", path: ["api-keys"] }))).toMatchObject({
      code: "SERVICE_UNREACHABLE",
      status: 502,
      retryable: true,
    });
    for (const method of ["POST", "PUT", "DELETE"] as const) {
      expect(await failureOf(make(wire, { method, path: ["v2", "webhooks"], body: {} }))).toMatchObject({
        code: "OUTCOME_UNKNOWN",
        retryable: false,
      });
    }
  });

  it.each(["GET", "POST", "PUT", "DELETE"] as const)(
    "without a listening server: a %s was certainly not done",
    async (method) => {
      const baseUrl = await closedAddress();
      const error = await failureOf(make({ baseUrl }, { method, path: ["api-keys"] }));
      expect(error).toMatchObject({ code: "SERVICE_UNREACHABLE", retryable: true, cause: "ECONNREFUSED" });
      expect(everythingOf(error)).not.toContain(new URL(baseUrl).port);
    },
  );
});

describe("the text of an error", () => {
  it.each<[string, Reply]>([
    ["a refusal that quotes the key", failure(401, "UNAUTHORIZED", `key ${KEY} is not valid, ${KEY}!`)],
    ["a refusal that carries a secret", [409, { code: "CONFLICT", message: "no", secret: KEY, api_key: KEY }]],
    ["a refusal that is a page", text(403, "text/html", `<p>${KEY}</p>`)],
    ["a fault", failure(500, "INTERNAL_SERVER_ERROR", KEY)],
    ["a reset", reset],
    ["a redirect", [302, undefined, { location: `http://127.0.0.1:1/${KEY}` }]],
  ])("of %s holds no key", async (_what, reply) => {
    const error = await failureOf(
      make(await startWire(reply), { method: "POST", path: ["api-keys"], body: { id: KEY } }),
    );
    expect(everythingOf(error)).not.toContain(KEY);
  });

  it("in the service's words is bounded and storable", async () => {
    const wire = await startWire(failure(400, "VALIDATION_ERROR", `\u0000${"x".repeat(5000)}`));
    const { serviceMessage } = await failureOf(make(wire, { method: "GET", path: ["api-keys"] }));
    expect(serviceMessage).toBe("x".repeat(500));
  });
});
