import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { anyRoute } from "#tools/test/any-route.ts";
import { json, route } from "./route.ts";

const ORIGIN = "https://cotejo.example";

beforeAll(() => {
  vi.stubEnv("APP_ORIGIN", ORIGIN);
  vi.stubEnv("LOG_LEVEL", "silent");
});
afterAll(() => vi.unstubAllEnvs());

const SAME = { "sec-fetch-site": "same-origin" };
type Init = { method?: string; headers?: Record<string, string>; body?: BodyInit };

/** The request as it arrives behind a proxy: its own URL names another host. */
const request = ({ method = "GET", headers = {}, body }: Init = {}) =>
  new NextRequest("http://10.0.0.7:3000/api/things", {
    method,
    headers,
    ...(body === undefined ? {} : { body, duplex: "half" }),
  });

const context = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) });

async function answered(response: Response) {
  return { status: response.status, body: response.status === 204 ? null : await response.json() };
}

describe("a request from elsewhere", () => {
  const handled = vi.fn(async () => "done");
  const handler = anyRoute({ access: "public" }, handled);
  const EVIL = "https://evil.example";

  it.each<[string, string | undefined, string | undefined, boolean]>([
    ["POST", "same-origin", undefined, true],
    ["POST", "same-origin", ORIGIN, true],
    ["POST", undefined, ORIGIN, true],
    ["POST", "none", ORIGIN, true],
    ["POST", "cross-site", undefined, false],
    ["POST", "cross-site", EVIL, false],
    ["POST", "same-site", undefined, false],
    ["POST", "same-site", "https://other.cotejo.example", false],
    ["POST", "none", undefined, false],
    ["POST", "none", EVIL, false],
    ["POST", undefined, undefined, false],
    ["POST", undefined, EVIL, false],
    ["POST", undefined, "null", false],
    ["POST", undefined, "http://cotejo.example", false],
    ["POST", undefined, `${ORIGIN}.evil.example`, false],
    ["POST", undefined, `${ORIGIN}:8443`, false],
    ["POST", undefined, "http://10.0.0.7:3000", false],
    ["POST", "Same-Origin ", EVIL, false],
    ["PUT", "cross-site", EVIL, false],
    ["PATCH", "cross-site", EVIL, false],
    ["DELETE", "cross-site", EVIL, false],
    ["DELETE", "same-origin", undefined, true],
    ["GET", "cross-site", EVIL, true],
    ["HEAD", "cross-site", undefined, true],
    ["OPTIONS", undefined, EVIL, true],
  ])("%s with Sec-Fetch-Site %s and Origin %s: allowed is %s", async (method, site, origin, allowed) => {
    handled.mockClear();
    const headers = { ...(site ? { "sec-fetch-site": site } : {}), ...(origin ? { origin } : {}) };
    const response = await handler(request({ method, headers }), context());
    expect(response.status).toBe(allowed ? 200 : 403);
    expect(handled).toHaveBeenCalledTimes(allowed ? 1 : 0);
    if (!allowed) expect(await response.json()).toMatchObject({ success: false, code: "CSRF_REFUSED" });
  });

  it("is not trusted about its host or its protocol", async () => {
    const headers = { host: "cotejo.example", "x-forwarded-host": "cotejo.example", "x-forwarded-proto": "https" };
    expect((await handler(request({ method: "POST", headers }), context())).status).toBe(403);
  });
});

describe("a body", () => {
  const schema = z.strictObject({ url: z.string(), nested: z.object({ n: z.number() }).optional() });
  const handler = anyRoute({ access: "public", body: schema }, async ({ body }) => body);
  const post = (body: BodyInit | undefined, type = "application/json") =>
    handler(
      request({ method: "POST", headers: { ...SAME, "content-type": type }, ...(body ? { body } : {}) }),
      context(),
    );

  it("reaches the handler parsed", async () => {
    expect(await answered(await post('{"url":"ñ"}', "Application/JSON; charset=utf-8"))).toEqual({
      status: 200,
      body: { url: "ñ" },
    });
  });

  it.each<[string, string | undefined, string, number, string, string]>([
    ["is no JSON", "{", "application/json", 400, "BAD_REQUEST", "The body is not JSON."],
    ["is missing", undefined, "application/json", 400, "BAD_REQUEST", "The body is not JSON."],
    ["is sent as text", '{"url":""}', "text/plain", 400, "BAD_REQUEST", "Send JSON with"],
    ["is sent as a form", "url=x", "application/x-www-form-urlencoded", 400, "BAD_REQUEST", "Send JSON with"],
    ["is sent as something like JSON", '{"url":""}', "application/jsonp", 400, "BAD_REQUEST", "Send JSON with"],
    ["lacks a field", "{}", "application/json", 400, "VALIDATION_ERROR", "Invalid url."],
    [
      "has a wrong field",
      '{"url":"","nested":{"n":"1"}}',
      "application/json",
      400,
      "VALIDATION_ERROR",
      "Invalid nested.n.",
    ],
    ["has a field too many", '{"url":"","role":"admin"}', "application/json", 400, "VALIDATION_ERROR", "Invalid body."],
    ["is a list", "[]", "application/json", 400, "VALIDATION_ERROR", "Invalid body."],
  ])("that %s is refused", async (_what, text, type, status, code, message) => {
    const refused = await answered(await post(text, type));
    expect(refused).toMatchObject({
      status,
      body: { success: false, code, message: expect.stringContaining(message) },
    });
  });

  it.each([
    ["a value with U+0000", '{"url":"a\\u0000"}'],
    ["half of a surrogate pair", '{"url":"\\ud83d"}'],
    ["a name with U+0000", '{"url":"","\\u0000":1}'],
    ["one in a list in an object that no schema names", '{"url":"","more":[{"text":["\\udc00"]}]}'],
  ])("with %s is refused, since it could not be stored", async (_what, text) => {
    expect(await answered(await post(text))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("U+0000") },
    });
  });

  it.each([
    ["bytes that are no UTF-8", new Uint8Array([...Buffer.from('{"url":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
    ["more nesting than can be walked through", "[".repeat(30_000) + "]".repeat(30_000)],
  ])("of %s is refused", async (_what, text) => {
    expect((await post(text)).status).toBe(400);
  });

  it("with a whole surrogate pair, or an escape that is text itself, is read", async () => {
    const body = { url: "😀 \\u0000" };
    expect(await answered(await post(JSON.stringify(body)))).toEqual({ status: 200, body });
    expect((await post('{"url":"\\ud83d\\ude00"}')).status).toBe(200);
  });

  it("up to 64 KiB is read", async () => {
    const text = JSON.stringify({ url: "x".repeat(64 * 1024 - 10) });
    expect(text).toHaveLength(64 * 1024);
    expect((await post(text)).status).toBe(200);
  });

  it("may be larger if the handler allows it, up to the handler's bound", async () => {
    const large = anyRoute({ access: "public", body: schema, maxBodyBytes: 100 * 1024 }, async () => "read");
    const headers = { ...SAME, "content-type": "application/json" };
    const size = async (length: number) => {
      const body = JSON.stringify({ url: "x".repeat(length - 10) });
      return (await large(request({ method: "POST", headers, body }), context())).status;
    };
    expect(await size(100 * 1024)).toBe(200);
    expect(await size(100 * 1024 + 1)).toBe(413);
  });

  it("above 64 KiB is refused, whatever length it states, and not read to its end", async () => {
    const big = JSON.stringify({ url: "x".repeat(64 * 1024) });
    expect(await answered(await post(big))).toMatchObject({ status: 413, body: { code: "BAD_REQUEST" } });
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 16 * 1024;
        controller.enqueue(Buffer.alloc(16 * 1024, " "));
      },
    });
    expect((await post(endless)).status).toBe(413);
    expect(sent).toBeLessThan(5 * 1024 * 1024);
  });
});

describe("a report that a browser sends by itself", () => {
  const handler = anyRoute(
    { access: "public", body: z.object({ n: z.number() }), maxBodyBytes: 8 * 1024, media: "csp-report" },
    async ({ body }) => body,
  );
  const post = (body: BodyInit, type = "application/csp-report") =>
    handler(request({ method: "POST", headers: { ...SAME, "content-type": type }, body }), context());

  it("is accepted in its own type only", async () => {
    expect(await answered(await post('{"n":1}'))).toEqual({ status: 200, body: { n: 1 } });
    expect((await post('{"n":1}', "application/json")).status).toBe(400);
  });

  it("is not read further than its bound", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1024;
        controller.enqueue(Buffer.alloc(1024, " "));
      },
    });
    expect((await post(endless)).status).toBe(413);
    expect(sent).toBeLessThan(12 * 1024);
  });
});

describe("path parameters", () => {
  const handler = anyRoute({ access: "public" }, async ({ params }) => params, "GET /api/deliveries/{delivery_id}");

  it("reach the handler parsed", async () => {
    expect(await answered(await handler(request(), context({ delivery_id: "7" })))).toEqual({
      status: 200,
      body: { delivery_id: 7 },
    });
  });

  it("are not found if they are impossible", async () => {
    expect(await answered(await handler(request(), context({ delivery_id: "seven" })))).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
  });
});

describe("the answer of a handler", () => {
  it.each<[string, () => Promise<unknown>, number, unknown]>([
    ["data", async () => ({ items: [] }), 200, { items: [] }],
    ["data of another status", async () => json({ id: "wh_1" }, 201), 201, { id: "wh_1" }],
    ["a failure", async () => Promise.reject(new CotejoError("CONFLICT", 409, "Taken.")), 409, { code: "CONFLICT" }],
    ["a fault", async () => Promise.reject(new Error("hunter2")), 500, { code: "INTERNAL_SERVER_ERROR" }],
  ])("as %s is JSON that is not cached", async (_what, handler, status, body) => {
    const response = await anyRoute({ access: "public" }, handler)(request(), context());
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-type")).toBe("application/json");
    const text = await response.text();
    expect(text).not.toContain("hunter2");
    expect({ status: response.status, body: JSON.parse(text) }).toMatchObject({ status, body });
  });

  it("without data is 204", async () => {
    const response = await anyRoute({ access: "public" }, async () => undefined)(request(), context());
    expect([response.status, response.body]).toEqual([204, null]);
  });

  it("that is a Response stays unchanged", async () => {
    const own = new Response("own", { status: 202 });
    expect(await anyRoute({ access: "public" }, async () => own)(request(), context())).toBe(own);
  });

  it("as a stream is ended at once for a HEAD request, with the same headers", async () => {
    const ended = vi.fn();
    const handler = anyRoute({ access: "public" }, async () => {
      const stream = new ReadableStream({ start: (controller) => controller.enqueue("first"), cancel: ended });
      return new Response(stream, { status: 206, headers: { "content-type": "text/event-stream", etag: '"a"' } });
    });
    const whole = await handler(request(), context());
    expect(ended).not.toHaveBeenCalled();
    const head = await handler(request({ method: "HEAD" }), context());
    expect(ended).toHaveBeenCalledOnce();
    expect([head.status, [...head.headers], head.body]).toEqual([206, [...whole.headers], null]);
    await whole.body?.cancel();
  });
});

it("a handler fits its endpoint, or does not compile", () => {
  const tokens = { access: "tokens.read" } as const;
  const fits = route("GET /api/tokens", tokens, async () => ({ items: [] }));
  expect(fits.definition.endpoint).toBe("GET /api/tokens");
  // @ts-expect-error: no endpoint of the contract
  route("GET /api/token", tokens, async () => ({ items: [] }));
  // @ts-expect-error: another answer
  route("GET /api/tokens", tokens, async () => ({ items: [{ name: "Core system" }] }));
  // @ts-expect-error: another answer with a status of its own
  route("GET /api/tokens", tokens, async () => json({ tokens: [] }, 200));
  // @ts-expect-error: a response that says nothing of its data
  route("GET /api/tokens", tokens, async () => Response.json({ items: [] }));
  // @ts-expect-error: the body has no schema
  route("POST /api/scim/tokens", { access: "users.manage" }, async () => expect.unreachable());
  // @ts-expect-error: a body that the contract does not have
  route("GET /api/tokens", { ...tokens, body: z.object({}) }, async () => ({ items: [] }));
  // @ts-expect-error: a parameter that is not in the path
  route("GET /api/tokens", tokens, async ({ params }) => ({ items: [params.token_id] }));
});
