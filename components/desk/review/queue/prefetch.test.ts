import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import { askAgain } from "#lib/platform/browser/query-client.ts";
import { filesToPrefetch } from "./prefetch.ts";

const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
/** The requests so far. Each test answers them by hand. */
const requests: { path: string; signal: AbortSignal; answer: () => Promise<unknown> }[] = [];
const later = () => vi.advanceTimersByTimeAsync(2_000);
const paths = () => requests.map(({ path }) => path);
const answerAll = async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    for (const { answer } of requests) void answer();
    await later();
  }
};

beforeEach(() => {
  vi.useFakeTimers();
  requests.splice(0);
  vi.stubGlobal("fetch", (path: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    requests.push({ path, signal, answer: async () => resolve(Response.json({ path })) });
    return promise;
  });
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("files are requested one after the other, once, and again when they change", async () => {
  const atHand = filesToPrefetch(client);
  const end = atHand.hold(["a", "b"]);
  await later();
  expect(paths()).toEqual(["/api/verifications/a"]);
  await answerAll();
  expect(paths()).toEqual(["/api/verifications/a", "/api/verifications/b"]);
  end();
  atHand.hold(["b", "c"]);
  await answerAll();
  expect(paths().slice(2)).toEqual(["/api/verifications/c"]);
  const renewed = Promise.all(["a", "b"].map((id) => askAgain(client, verificationKeys.detail(id))));
  await answerAll();
  await renewed;
  // The first file is no longer needed.
  expect(paths().slice(3)).toEqual(["/api/verifications/b"]);
  atHand.leave();
});

it("a file that is opened before its prefetch is requested only once", async () => {
  const atHand = filesToPrefetch(client);
  atHand.hold(["a", "b"]);
  await later();
  const close = new QueryObserver(client, verificationOptions("a")).subscribe(() => undefined);
  atHand.hold(["b"]);
  await answerAll();
  expect(paths()).toEqual(["/api/verifications/a", "/api/verifications/b"]);
  expect(requests[0]?.signal.aborted).toBe(false);
  close();
  atHand.leave();
});
