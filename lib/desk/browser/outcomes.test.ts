import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ImportedId } from "#lib/core/contract/verifications/verification.ts";
import { ApiError } from "#lib/platform/browser/api.ts";
import { changeReviews, importVerifications } from "./outcomes.ts";

type AnswerIds = (ids: string[], response: ServerResponse) => void;

let answer: AnswerIds;
let requested: string[][];
let bodies: object[];
const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text);
  const { ids } = body;
  bodies.push(body);
  requested.push(ids);
  answer(ids, response);
});

const own = globalThis.fetch;

beforeEach(async () => {
  requested = [];
  bodies = [];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The page calls `fetch` with a path alone; here the origin of the test server is put before it.
  vi.stubGlobal("fetch", (path: string, options: RequestInit) => own(origin + path, options));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const line = (verification_id: string, outcome = "added") => `${JSON.stringify({ verification_id, outcome })}\n`;

async function collect(ids: string[], signal = new AbortController().signal) {
  const reported: string[] = [];
  let error: unknown = null;
  try {
    for await (const entry of importVerifications(ids, signal)) reported.push(entry.verification_id);
  } catch (thrown) {
    error = thrown;
  }
  return { reported, error };
}

describe("importVerifications", () => {
  it("reports each id, however the stream is split into chunks", async () => {
    answer = (ids, response) => {
      const whole = Buffer.from(ids.map((id) => line(id)).join("\n"));
      for (let at = 0; at < whole.length; at += 7) response.write(whole.subarray(at, at + 7));
      response.end();
    };
    expect(await collect(["a", "ñandú-1", "c"])).toEqual({ reported: ["a", "ñandú-1", "c"], error: null });
  });

  it("reports an id before the next one is done", async () => {
    const sent: (() => void)[] = [];
    answer = (ids, response) => {
      response.write(line(ids[0] ?? ""));
      sent.push(() => response.end(line(ids[1] ?? "")));
    };
    const stream = importVerifications(["a", "b"], new AbortController().signal);
    expect((await stream.next()).value).toMatchObject({ verification_id: "a" });
    sent[0]?.();
    expect((await stream.next()).value).toMatchObject({ verification_id: "b" });
    expect((await stream.next()).done).toBe(true);
  });

  it("requests a long list in parts of 500, one after the other", async () => {
    answer = (ids, response) => response.end(ids.map((id) => line(id)).join(""));
    const ids = Array.from({ length: 1001 }, (_, index) => `ver_${index}`);
    expect(await collect(ids)).toEqual({ reported: ids, error: null });
    expect(requested.map((part) => part.length)).toEqual([500, 500, 1]);
  });

  it("fails when the answer ends before its last line, and does not count a truncated line", async () => {
    answer = (_, response) => response.end(`${line("a")}{"verification_id":"b"`);
    const { reported, error } = await collect(["a", "b"]);
    expect(reported).toEqual(["a"]);
    expect(error).toMatchObject({ status: 0, code: "OFFLINE" });
  });

  it("fails as offline when the connection breaks in the middle", async () => {
    answer = (_, response) => {
      response.write(line("a"));
      setImmediate(() => response.destroy());
    };
    expect((await collect(["a", "b"])).error).toMatchObject({ status: 0, code: "OFFLINE" });
  });

  it("fails with the code of the refusal", async () => {
    answer = (_, response) =>
      response.writeHead(403, { "content-type": "application/json" }).end('{"code":"FORBIDDEN","message":"no"}');
    const { reported, error } = await collect(["a"]);
    expect(reported).toEqual([]);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 403, code: "FORBIDDEN" });
  });

  it("ends when it is cancelled, and closes the connection", async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (ids, response) => {
        response.on("close", resolve);
        response.write(line(ids[0] ?? ""));
      };
    });
    const controller = new AbortController();
    const reported: ImportedId[] = [];
    const reading = (async () => {
      for await (const entry of importVerifications(["a", "b"], controller.signal)) {
        reported.push(entry);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    await closed;
    expect(reported).toHaveLength(1);
  });
});

it("changeReviews sends the change with the ids, and reports the outcome of each", async () => {
  answer = (ids, response) => response.end(ids.map((id) => line(id, "done")).join(""));
  const change = { state: "waiting", follow_up_on: "2026-12-01" } as const;
  const reported: object[] = [];
  for await (const outcome of changeReviews(["a", "b"], change, new AbortController().signal)) reported.push(outcome);
  expect(bodies).toEqual([{ ids: ["a", "b"], change }]);
  expect(reported).toEqual(["a", "b"].map((verification_id) => ({ verification_id, outcome: "done" })));
});
