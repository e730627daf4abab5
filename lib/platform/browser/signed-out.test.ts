import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, test, vi } from "vitest";
import { api } from "./api.ts";
import { makeQueryClient, SAVED_LATER } from "./query-client.ts";
import { anchorOf, currentAddress, sessionEndedAt, signedInAgain, signInAddress } from "./signed-out.ts";

/** The server's next answer. */
let answer: { status: number; body: object };
const OVER = { status: 401, body: { success: false, code: "UNAUTHORIZED", message: "Sign in first." } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => Response.json(answer.body, { status: answer.status }));
});
afterEach(() => {
  signedInAgain();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

function mounted() {
  // The query client retries in a browser alone, which `window` tells.
  vi.stubGlobal("window", {});
  const client = makeQueryClient();
  client.mount();
  return client;
}

it.each([
  ["a request of a session that has ended", OVER, {}, true],
  ["a wrong password", OVER, { signsIn: true }, false],
  ["a code that is wanted", { status: 401, body: { code: "SECOND_FACTOR_REQUIRED" } }, {}, false],
  ["a role that may not", { status: 403, body: { code: "FORBIDDEN" } }, {}, false],
] as const)("%s", async (_what, refused, options, ends) => {
  answer = refused;
  await expect(api("POST /api/consent", options)).rejects.toThrow();
  expect(sessionEndedAt() !== null).toBe(ends);
});

test("a query refused because the session ended keeps its data and continues after the next sign-in", async () => {
  const client = mounted();
  answer = { status: 200, body: { n: 1 } };
  const observer = new QueryObserver(client, { queryKey: ["n"], queryFn: () => api("GET /api/status"), staleTime: 0 });
  const stop = observer.subscribe(() => undefined);
  await settle();
  answer = OVER;
  void client.invalidateQueries();
  await settle(60_000);
  expect(observer.getCurrentResult()).toMatchObject({ data: { n: 1 }, isError: false, fetchStatus: "paused" });
  answer = { status: 200, body: { n: 2 } };
  await settle();
  expect(observer.getCurrentResult()).toMatchObject({ data: { n: 1 }, fetchStatus: "paused" });
  signedInAgain();
  await settle();
  expect(observer.getCurrentResult()).toMatchObject({ data: { n: 2 }, fetchStatus: "idle" });
  stop();
  client.unmount();
});

test("a save refused because the session ended fails, and can be sent again", async () => {
  const client = mounted();
  const save = new MutationObserver(client, { ...SAVED_LATER, mutationFn: () => api("POST /api/consent") });
  answer = OVER;
  await expect(save.mutate()).rejects.toThrow("Sign in first.");
  answer = { status: 200, body: { saved: true } };
  signedInAgain();
  await expect(save.mutate()).resolves.toEqual({ saved: true });
  client.unmount();
});

test.each([
  ["closed with its form", (save: MutationObserver, stop: () => void) => void (save && stop())],
  ["cancelled", (save: MutationObserver) => save.reset()],
])("a save is not sent if it waits for a connection and is %s", async (_how, cancel) => {
  const client = mounted();
  const sent = vi.fn(async () => undefined);
  const observe = () => {
    const save = new MutationObserver(client, { ...SAVED_LATER, mutationFn: sent });
    return { save, stop: save.subscribe(() => undefined) };
  };
  onlineManager.setOnline(false);
  const [dropped, kept] = [observe(), observe()];
  for (const { save } of [dropped, kept]) {
    void save.mutate();
    await settle();
    expect(save.getCurrentResult().isPaused).toBe(true);
  }
  cancel(dropped.save as MutationObserver, dropped.stop);
  onlineManager.setOnline(true);
  await settle(60_000);
  expect(sent).toHaveBeenCalledOnce();
  expect(kept.save.getCurrentResult().isSuccess).toBe(true);
  client.unmount();
});

test("a call that cannot wait fails at once without a connection", async () => {
  const client = mounted();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  onlineManager.setOnline(false);
  const act = new MutationObserver(client, { mutationFn: () => api("POST /api/consent") });
  await expect(act.mutate()).rejects.toMatchObject({ code: "OFFLINE" });
  onlineManager.setOnline(true);
  client.unmount();
});

test.each([
  ["#findings", "#findings"],
  ["#item-4.2:a~b_c", "#item-4.2:a~b_c"],
  ["#se%C3%B1a", "#se%C3%B1a"],
  ["", ""],
  ["#", ""],
  ["findings", ""],
  ["#a#b", ""],
  ["#a/../b", ""],
  ["#%", ""],
  ["#:~:text=secret", ""],
  ["#javascript:alert(1)", ""],
  ["#<b>", ""],
  [`#${"a".repeat(201)}`, ""],
])("the sign-in page turns the anchor %j into %j", (hash, handedOn) => {
  expect(anchorOf(hash)).toBe(handedOn);
});

test("the sign-in page leads back to the same anchor; a reload drops the anchor from the address", () => {
  vi.stubGlobal("window", { location: { pathname: "/verifications/ver_1", search: "?a=b", hash: "#findings" } });
  expect(signInAddress()).toBe("/login?ended=1&next=%2Fverifications%2Fver_1%3Fa%3Db#findings");
  expect(currentAddress()).toBe("/verifications/ver_1?a=b");
});
