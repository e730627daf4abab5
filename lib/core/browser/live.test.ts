import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectLive, type LiveUpdate } from "./live.ts";

/** The streams opened by the page, newest last. */
let sources: Source[];
let page: EventTarget & { visibilityState: "visible" | "hidden" };

class Source extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    sources.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
  }
}

const isOpen = ({ readyState }: Source) => readyState !== Source.CLOSED;
/** Time passes, while the server keeps sending. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += 5_000) {
    vi.advanceTimersByTime(5_000);
    for (const source of sources.filter(isOpen)) source.dispatchEvent(new Event("ping"));
  }
}
const show = (visibilityState: "visible" | "hidden") => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
};

beforeEach(() => {
  sources = [];
  page = Object.assign(new EventTarget(), { visibilityState: "visible" as const });
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("EventSource", Source);
  // Without the Web Locks API, so that each tab reads its own stream.
  vi.stubGlobal("navigator", {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a replaced stream reconnects after a minute or when its tab becomes visible, not at once", () => {
  const updates: LiveUpdate[] = [];
  const leave = connectLive((each) => updates.push(each));
  sources[0]?.dispatchEvent(new Event("hello"));
  sources[0]?.dispatchEvent(new Event("replaced"));
  // The server ends it too. Had the page not closed it, the browser would reconnect by itself.
  expect(sources.map(isOpen)).toEqual([false]);
  expect(updates).toContainEqual({ type: "state", state: "reconnecting" });
  vi.advanceTimersByTime(59_000);
  show("hidden");
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(sources.map(isOpen)).toEqual([false, true]);

  sources[1]?.dispatchEvent(new Event("replaced"));
  show("visible");
  expect(sources.map(isOpen)).toEqual([false, false, true]);
  // One reconnection each: when the minute is over, no further stream opens.
  pass(120_000);
  show("visible");
  expect(sources).toHaveLength(3);

  sources[2]?.dispatchEvent(new Event("replaced"));
  leave();
  show("visible");
  pass(120_000);
  expect(sources).toHaveLength(3);
});

it("a message is delivered to listeners as soon as it arrives", () => {
  const updates: LiveUpdate[] = [];
  const leave = connectLive((each) => updates.push(each));
  const messages = [{ verification_id: "ver_1", kinds: ["status"] }];
  sources[0]?.dispatchEvent(Object.assign(new Event("changed"), { data: JSON.stringify(messages) }));
  expect(updates.at(-1)).toEqual({ type: "changed", messages });
  leave();
});

it("a silent stream counts as disconnected and is reopened", () => {
  const updates: LiveUpdate[] = [];
  const leave = connectLive((each) => updates.push(each));
  sources[0]?.dispatchEvent(new Event("hello"));
  for (const sign of ["ping", "changed", "ping"]) {
    vi.advanceTimersByTime(15_000);
    sources[0]?.dispatchEvent(Object.assign(new Event(sign), { data: "[]" }));
  }
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(20_000);
  expect(updates.findLast(({ type }) => type === "state")).toEqual({ type: "state", state: "reconnecting" });
  expect(sources.map(isOpen)).toEqual([false, true]);
  // A stream that never begins does not count either.
  vi.advanceTimersByTime(20_000);
  expect(sources.map(isOpen)).toEqual([false, false, true]);
  leave();
  vi.advanceTimersByTime(60_000);
  expect(sources.map(isOpen)).toEqual([false, false, false]);
});

it("presence is empty as soon as the stream is lost", () => {
  const updates: LiveUpdate[] = [];
  const leave = connectLive((each) => updates.push(each));
  const file = { verification_id: "ver_1", colleagues: [{ user_id: "1", name: "Ana", deciding: true }] };
  const say = (message: object) =>
    sources[0]?.dispatchEvent(Object.assign(new Event("presence"), { data: JSON.stringify(message) }));
  sources[0]?.dispatchEvent(new Event("hello"));
  say({ whole: true, files: [file] });
  expect(updates.at(-1)).toEqual({ type: "presence", present: [file] });
  say({ whole: false, files: [{ ...file, verification_id: "ver_2" }] });
  expect(updates.at(-1)).toEqual({ type: "presence", present: [file, { ...file, verification_id: "ver_2" }] });
  sources[0]?.dispatchEvent(new Event("error"));
  expect(updates.at(-1)).toEqual({ type: "presence", present: [] });
  leave();
});
