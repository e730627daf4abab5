import pino from "pino";
import { afterAll, expect, vi } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { STATUS_OF_CODE } from "#lib/platform/contract/error.ts";
import { type Sandbox, startSandbox } from "#lib/sandbox/sandbox.ts";
import { openPool } from "#lib/sandbox/store/database.ts";
import { createServiceDatabase, type TestDatabase } from "#tools/test/database.ts";
import { refusal } from "./matchers.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are asserted on, field by field, in the tests themselves.
export type Json = any;
export type Reply = { status: number; body: Json; headers: Headers };
type Call = { body?: unknown; headers?: Record<string, string>; key?: string | null };

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** The sandbox on a database of its own with a signed-up account, and a client that sends the account's key. */
export async function startTestSandbox(timeScale: number) {
  const database: TestDatabase = await createServiceDatabase();
  const log: string[] = [];
  const start = (): Promise<Sandbox> =>
    startSandbox({
      databaseUrl: database.url,
      port: 0,
      timeScale,
      log: pino({ level: "warn" }, { write: (line) => void log.push(line) }),
    });
  const behind = openPool(database.url, () => undefined);
  let sandbox = await start();
  let apiKey = "";

  /** Calls the service; `key: null` sends no key. */
  async function call(method: string, path: string, { body, headers = {}, key = apiKey }: Call = {}): Promise<Reply> {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === null ? {} : { "x-api-key": key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers };
  }

  apiKey = (await call("POST", "/sandbox/accounts", { key: null })).body.api_key;

  return {
    call,
    /** Expects an error answer with this code, its status and the shape of an error, and returns the message. */
    async refuses(
      code: keyof typeof STATUS_OF_CODE,
      method: string,
      path: string,
      options: Call = {},
    ): Promise<string> {
      const { status, body, headers } = await call(method, path, options);
      const request = [method, path, options.body];
      expect([...request, status, body]).toStrictEqual([...request, STATUS_OF_CODE[code], refusal(code)]);
      expect(Math.abs(Date.now() - Date.parse(body.timestamp))).toBeLessThan(60_000);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      return body.message;
    },
    databaseUrl: database.url,
    endConnections: database.endConnections,
    apiKey: () => apiKey,
    url: () => sandbox.url,
    /** Signs up again; later calls send the new key. */
    async replaceKey(): Promise<Json> {
      const { body } = await call("POST", "/sandbox/accounts", { body: { replace: true } });
      apiKey = body.api_key;
      return body;
    },
    async subscribe(url: string, events: readonly string[] = EVENT_NAMES): Promise<Json> {
      const { status, body } = await call("POST", "/v2/webhooks", { body: { url, events } });
      expect(status).toBe(201);
      return body;
    },
    /** Applies changes to a verification now. */
    async change(id: string, ...changes: object[]): Promise<Json> {
      const { status, body } = await call("POST", `/sandbox/verifications/${id}/steps`, { body: { changes } });
      expect([status, body]).toEqual([200, expect.anything()]);
      return body;
    },
    /** The service's answer about a verification. */
    read: async (id: string): Promise<Json> => (await call("GET", `/verifications/${id}`)).body,
    people: async (id: string): Promise<Json[]> => (await call("GET", `/v2/verifications/${id}/people`)).body.full_list,
    /** Runs a statement, and commits it once `meanwhile` has ended. */
    queryDuring: async (text: string, meanwhile: () => Promise<unknown>): Promise<void> => {
      const client = await behind.connect();
      try {
        await client.query("BEGIN");
        await client.query(text);
        await meanwhile();
        await client.query("COMMIT");
      } finally {
        client.release();
      }
    },
    query: async (text: string, values: unknown[] = []): Promise<Json[]> => (await behind.query(text, values)).rows,
    /** Plays a scenario and returns the verification's id. */
    async play(scenario: string, options: object = {}): Promise<string> {
      const { status, body } = await call("POST", "/sandbox/verifications", { body: { scenario, ...options } });
      // The sandbox's log has the reason.
      if (status !== 201) throw new Error(`${scenario} was answered ${status}: ${log.slice(-5).join("")}`);
      return body.verification_id;
    },
    /** Waits until no delivery is pending, and returns the counts. */
    settled: (): Promise<Json> =>
      vi.waitFor(
        async () => {
          const { body } = await call("GET", "/sandbox/deliveries");
          expect(body.pending).toBe(0);
          return body;
        },
        { timeout: 120_000, interval: 25 },
      ),
    stop: () => sandbox.stop(),
    async restart() {
      sandbox = await start();
    },
    async end() {
      await Promise.all([sandbox.stop(), behind.end()]);
      await database.drop();
    },
  };
}

/** The sandbox of one test file, from its first line until after its last test. */
export async function ownSandbox(timeScale = 1_000): Promise<TestSandbox> {
  const sandbox = await startTestSandbox(timeScale);
  afterAll(() => sandbox.end());
  return sandbox;
}
