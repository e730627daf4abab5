import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nobody } from "#lib/server/service/testing/wire.ts";
import { run } from "./run.ts";
import { type Deviation, error, KEY, startService, VERIFICATION } from "./testing/service.ts";

const TERMINAL = { columns: 100, coloured: false };
const MAIN = join(import.meta.dirname, "main.ts");
const { PATH, NODE_COMPILE_CACHE } = process.env;

const start = async (deviation?: Deviation) => {
  const service = await startService(deviation);
  return {
    ...service,
    check: (...args: string[]) => run(["--base-url", service.url, ...args], { SVC_API_KEY: KEY }, TERMINAL),
  };
};

/** The command as a process of its own, as npm starts it. */
const command = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const all = { NODE_ENV: "production", PATH, NODE_COMPILE_CACHE } as const;
    execFile(process.execPath, [MAIN, ...args], { env: { ...all, ...env } }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });

describe("what is sent", () => {
  it("is GET and nothing else, without a body, one at a time, refusals last", async () => {
    const service = await start();
    await service.check("--verification", VERIFICATION);
    expect(new Set(service.asked.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(service.asked.some(({ headers }) => "content-length" in headers || "transfer-encoding" in headers)).toBe(
      false,
    );
    expect(service.mostAtOnce()).toBe(1);
    const withKey = service.asked.map(({ headers }) => headers["x-api-key"] === KEY);
    expect(withKey.lastIndexOf(true)).toBeLessThan(withKey.indexOf(false));
  });

  it("carries the key in no address, and sends it nowhere but to the service", async () => {
    const elsewhere = await startService();
    const service = await start(() => ({ status: 307, headers: { location: `${elsewhere.url}/api-keys` } }));
    const { status, out } = await service.check("--verification", VERIFICATION);
    expect(status).toBe(1);
    expect(out).toContain("307, a redirect to another origin (not followed)");
    expect(elsewhere.asked).toEqual([]);
    expect(service.asked.filter(({ path }) => path.includes(KEY))).toEqual([]);
  });

  it("ends at the first answer that shows the key to be refused", async () => {
    const service = await start(() => error(401, "UNAUTHORIZED"));
    expect(await service.check()).toEqual({
      status: 2,
      out: "",
      err: "contract: the service refuses the API key (401)\n",
    });
    expect(service.asked).toHaveLength(1);
  });

  it("ends where nothing of the interface is", async () => {
    const service = await start(() => ({ status: 404, body: "<!doctype html>" }));
    expect(await service.check()).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^contract: nothing of the interface is at this address/),
    });
    expect(service.asked).toHaveLength(2);
  });

  it.each([500, 503, 429])("is asked once more after %i, and then held back from", async (status) => {
    const service = await start((_request, path) =>
      path === "/v2/webhooks"
        ? { ...error(status, "INTERNAL_SERVER_ERROR"), headers: { "retry-after": "0" } }
        : undefined,
    );
    const { status: exit, out } = await service.check();
    expect(exit).toBe(2);
    expect(out).toContain(`could not be tried: GET /v2/webhooks answered ${status}`);
    expect(service.asked.filter(({ path, headers }) => path === "/v2/webhooks" && headers["x-api-key"])).toHaveLength(
      2,
    );
  });

  it("is not asked again sooner than the service wants", async () => {
    const service = await start((_request, path) =>
      path === "/v2/webhooks" ? { ...error(429, "x"), headers: { "retry-after": "3600" } } : undefined,
    );
    await service.check();
    expect(service.asked.filter(({ path, headers }) => path === "/v2/webhooks" && headers["x-api-key"])).toHaveLength(
      1,
    );
  });
});

describe("what could not be tried", () => {
  it("is no difference: a call without an answer in time", async () => {
    const service = await start((request, path) =>
      path === "/v2/webhooks" && request.headers["x-api-key"] ? "hang" : undefined,
    );
    const { status, out } = await service.check("--timeout", "1");
    expect(status).toBe(2);
    expect(out).toContain("could not be tried: GET /v2/webhooks had no answer: none within 1 s");
    expect(out).not.toMatch(/^ {2}differs/m);
  });

  it("is no difference: a connection that breaks", async () => {
    const service = await start((request, path) =>
      path === "/v2/webhooks" && request.headers["x-api-key"] ? "reset" : undefined,
    );
    const { status, out } = await service.check();
    expect(status).toBe(2);
    expect(out).toContain("could not be tried: GET /v2/webhooks had no answer: ECONNRESET");
  });

  it("is no difference: what this key may not read", async () => {
    const service = await start((request, path) =>
      path.startsWith("/v2/webhooks") && request.headers["x-api-key"] === KEY ? error(403, "FORBIDDEN") : undefined,
    );
    const { status, out } = await service.check();
    expect(status).toBe(2);
    expect(out).toContain("`url` is a text (GET /v2/webhooks answered 403: this key may not read it)");
  });

  it("is no difference: a verification that the service does not know", async () => {
    const service = await start();
    const { status, out } = await service.check("--verification", VERIFICATION, "--verification", "ver_0");
    expect(status).toBe(2);
    expect(out).toContain("could not be tried: the service does not know --verification 2 (404)");
    expect(out).not.toMatch(/^ {2}differs/m);
  });

  it("is told of the verification that it is about, where others are as they should be", async () => {
    const service = await start((request, path) =>
      path.endsWith("ver_2") && request.headers["x-api-key"] === KEY
        ? {
            status: 200,
            json: { verification_id: "ver_2", status: 7, tag: "x", findings: { items: [], computed_at: null } },
          }
        : undefined,
    );
    const { status, out } = await service.check("--verification", VERIFICATION, "--verification", "ver_2");
    expect(status).toBe(1);
    expect(out).toContain("seen      a whole number (1 of 2, --verification 2)");
  });

  it("yields to a difference", async () => {
    const service = await start((_request, path) =>
      path === "/v2/webhooks" ? "reset" : path === "/api-keys" ? { status: 200, json: [] } : undefined,
    );
    expect((await service.check()).status).toBe(1);
  });

  it("and what nobody asked for leaves the rest to count", async () => {
    const service = await start();
    const { status, out } = await service.check();
    expect(status).toBe(0);
    expect(out).toContain("`tag` is a text (needs --verification <id>)");
    expect(out).toContain("For more, give --verification <id>");
  });
});

it("an answer is read no further than 10 MiB", async () => {
  const service = await start((request, path) =>
    path === "/v2/webhooks" && request.headers["x-api-key"] === KEY
      ? { status: 200, body: `[${" ".repeat(11 * 1024 * 1024)}]` }
      : undefined,
  );
  const { status, out } = await service.check();
  expect(status).toBe(1);
  expect(out).toContain("GET /v2/webhooks: 200 with a body over 10 MiB");
});

describe("the command", () => {
  it("ends with 0 where all holds, its report for people, without colours where nobody sees them", async () => {
    const { url } = await startService();
    const { code, out, err } = await command(["--verification", VERIFICATION], { SVC_BASE_URL: url, SVC_API_KEY: KEY });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Contract check of http:\/\/127\.0\.0\.1:\d+\n/);
    expect(out).toMatch(/\nHolds: \d+\. Differs: 0\. Not tried: \d+\.\n$/);
    expect(out).not.toContain("\u001b");
  });

  it("ends with 1 where something differs, and names expected, seen and section", async () => {
    const { url } = await startService((_request, path) =>
      path === "/api-keys" ? { status: 302, headers: { location: "/v1/api-keys" } } : undefined,
    );
    const { code, out } = await command(["--base-url", url, "--api-key", KEY], {});
    expect(code).toBe(1);
    expect(out).toContain(
      [
        "Endpoints: API keys",
        "  differs    GET /api-keys answers 200 to a key that works",
        "             expected  200",
        "             seen      302, a redirect to the same origin (not followed)",
      ].join("\n"),
    );
    expect(out).toContain("\n  differs: Endpoints: API keys: GET /api-keys answers 200 to a key that works\n");
    expect(out).not.toContain(KEY);
  });

  it("ends with 2 where nobody is there", async () => {
    const { code, out, err } = await command(["--base-url", await nobody(), "--json"], { SVC_API_KEY: KEY });
    expect(code).toBe(2);
    expect(err).toBe("contract: the service cannot be reached (ECONNREFUSED)\n");
    expect(JSON.parse(out)).toEqual({ status: 2, error: "the service cannot be reached (ECONNREFUSED)" });
  });

  it("ends with 2 where an option is wrong, and repeats none of it", async () => {
    const { code, out, err } = await command([KEY], { SVC_BASE_URL: "https://svc.example.mx" });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe("contract: something stands outside any option; --help tells the options\n");
  });

  it("tells its options", async () => {
    const { code, out } = await command(["--help"], {});
    expect(code).toBe(0);
    expect(out).toMatch(/--verification <id>/);
    expect(out).toMatch(/SVC_API_KEY/);
  });
});
