import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newestSender } from "./newest-sender.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A sender whose requests are answered by hand: `answers` holds one for each running request. */
function started(isTransient = true) {
  const sent: string[] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const onIdle = vi.fn();
  const sender = newestSender<string>({
    send: (value) => {
      sent.push(value);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    isTransient: () => isTransient,
    onIdle,
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const answer = async (error?: Error) => {
    const given = answers.shift() ?? expect.unreachable();
    if (error) given.reject(error);
    else given.resolve();
    await pass(0);
  };
  return { sender, sent, answer, pass, onIdle };
}

describe("the sender of the newest text", () => {
  it("sends within a second of the last key, even while typing continues", async () => {
    const { sender, sent, answer, pass, onIdle } = started();
    for (const text of ["a", "ab", "abc"]) {
      sender.add(text);
      await pass(100);
    }
    expect(sent).toEqual([]);
    await pass(1_000);
    expect(sent).toEqual(["abc"]);
    await answer();
    expect(onIdle).toHaveBeenCalledOnce();
    for (let key = 0; key < 20; key += 1) {
      sender.add(`abcd${key}`);
      await pass(100);
      if (sent.length > 1) break;
    }
    expect(sent).toHaveLength(2);
  });

  it("waits for the previous request, so that an older text never arrives last", async () => {
    const { sender, sent, answer, pass } = started();
    sender.add("first");
    void sender.flush();
    sender.add("second");
    sender.add("third");
    void sender.flush();
    await pass(10_000);
    expect(sent).toEqual(["first"]);
    await answer();
    await pass(1_000);
    expect(sent).toEqual(["first", "third"]);
  });

  it("retries until the text has arrived or a newer one has replaced it", async () => {
    const { sender, sent, answer, pass, onIdle } = started();
    const onSent = vi.fn();
    sender.add("lost", onSent);
    void sender.flush();
    await answer(new Error("offline"));
    expect(onSent.mock.calls).toEqual([[false]]);
    await pass(5_000);
    await answer(new Error("offline"));
    sender.add("newer", onSent);
    await pass(5_000);
    await answer();
    expect(sent).toEqual(["lost", "lost", "newer"]);
    expect(onSent.mock.calls).toEqual([[false], [false], [true]]);
    await pass(60_000);
    expect(sent).toHaveLength(3);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it("does not retry a refused text", async () => {
    const { sender, sent, answer, pass } = started(false);
    const onSent = vi.fn();
    sender.add("too long", onSent);
    void sender.flush();
    await answer(new Error("400"));
    await pass(60_000);
    expect([sent, onSent.mock.calls]).toEqual([["too long"], [[false]]]);
  });

  it("sends at once when the page is left, even during a request", async () => {
    const { sender, sent } = started();
    sender.add("first");
    void sender.flush();
    sender.add("second");
    void sender.leave();
    expect(sent).toEqual(["first", "second"]);
  });

  it("has delivered the text before the caller continues", async () => {
    const { sender, sent, answer, pass } = started();
    sender.add("first");
    void sender.flush();
    sender.add("second");
    let settled = false;
    void sender.settled().then(() => {
      settled = true;
    });
    await answer();
    expect([sent, settled]).toEqual([["first", "second"], false]);
    await answer();
    await pass(0);
    expect(settled).toBe(true);
  });
});
