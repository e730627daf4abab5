import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Request } from "./call.ts";
import { createSender, type SenderOptions } from "./send.ts";
import { failureOf } from "./testing/failure.ts";
import { closedAddress, failure, type Reply, reset, silence, startWire, type Wire } from "./testing/wire.ts";

const READ: Request = { method: "GET", path: ["api-keys"] };
const COMMAND: Request = { method: "POST", path: ["api-keys"], body: { id: "Backend" } };
const FAULT = failure(500, "INTERNAL_SERVER_ERROR");

/** No random delays: full jitter is at its minimum. */
beforeEach(() => vi.spyOn(Math, "random").mockReturnValue(0));

const sender = ({ baseUrl }: Pick<Wire, "baseUrl">, options: Partial<SenderOptions> = {}) =>
  createSender({ baseUrl, getKey: async () => "svc_sk_live_1", ...options });

describe("the circuit breaker", () => {
  const codes = async (send: ReturnType<typeof sender>, times: number, limits = {}) => {
    const outcomes = [];
    for (let call = 0; call < times; call++) {
      outcomes.push(
        await send(COMMAND, limits).then(
          ({ status }) => status,
          ({ code }) => code,
        ),
      );
    }
    return outcomes;
  };
  /** Sets the clock to a fixed time this much later. */
  const later = (ms: number) => vi.spyOn(Date, "now").mockReturnValue(Date.now() + ms);

  it.each<[string, Reply, string]>([
    ["5xx", FAULT, "OUTCOME_UNKNOWN"],
    ["resets", reset, "OUTCOME_UNKNOWN"],
    ["silence", silence, "OUTCOME_UNKNOWN"],
  ])("opens after five of %s in a row, and then spares the service", async (what, reply, code) => {
    const limits = what === "silence" ? { deadlineMs: 50 } : {};
    const wire = await startWire(reply);
    const send = sender(wire);
    expect(await codes(send, 5, limits)).toEqual(Array(5).fill(code));
    expect(await failureOf(send(COMMAND))).toMatchObject({ code: "SERVICE_PAUSED", status: 503, retryable: true });
    expect(wire.arrived.length).toBeLessThanOrEqual(5);
  });

  it("opens when no server listens", async () => {
    const send = sender({ baseUrl: await closedAddress() });
    expect(await codes(send, 6)).toEqual([...Array(5).fill("SERVICE_UNREACHABLE"), "SERVICE_PAUSED"]);
  });

  it("counts each attempt of a reading", async () => {
    const wire = await startWire(FAULT);
    const send = sender(wire);
    expect((await failureOf(send(READ))).code).toBe("SERVICE_ERROR");
    expect((await failureOf(send(READ))).code).toBe("SERVICE_PAUSED");
    expect(wire.arrived).toHaveLength(5);
  });

  it.each([400, 401, 403, 404, 409, 418, 429])("does not open for %d, however often", async (status) => {
    const wire = await startWire(failure(status, ""));
    const outcomes = await codes(sender(wire), 12);
    expect(outcomes).toEqual(Array(12).fill(outcomes[0]));
    expect(wire.arrived).toHaveLength(12);
  });

  it("does not open for faults between answers, including refusals", async () => {
    const wire = await startWire(FAULT, FAULT, FAULT, FAULT, failure(404, "NOT_FOUND"), FAULT, FAULT, [200, {}]);
    const outcomes = await codes(sender(wire), 8);
    expect(outcomes.slice(4)).toEqual(["NOT_FOUND", "OUTCOME_UNKNOWN", "OUTCOME_UNKNOWN", 200]);
  });

  it("does not open for unavailable keys, invalid ids, or callers that leave", async () => {
    const wire = await startWire([200, {}]);
    const keys = Array(6).fill(undefined);
    const send = sender(wire, {
      getKey: async () => {
        if (keys.length > 0) throw new Error(`away ${keys.pop()}`);
        return "svc_sk_live_1";
      },
    });
    await codes(send, 6);
    for (let call = 0; call < 6; call++) await failureOf(send({ method: "DELETE", path: ["api-keys", ".."] }));
    for (let call = 0; call < 6; call++) await failureOf(send(COMMAND, { signal: AbortSignal.abort() }));
    expect(wire.arrived).toEqual([]);
    expect(await codes(send, 1)).toEqual([200]);
  });

  it("does not open for callers that leave while the service works", async () => {
    let leave = () => undefined as unknown;
    const wire = await startWire(...Array<Reply>(6).fill(() => leave()), [200, {}]);
    const send = sender(wire);
    for (let call = 0; call < 6; call++) {
      const leaving = new AbortController();
      leave = () => leaving.abort();
      expect((await failureOf(send(READ, { signal: leaving.signal }))).code).toBe("SERVICE_PAUSED");
    }
    expect(await codes(send, 1)).toEqual([200]);
  });

  it("allows one trial call after five seconds, and closes when it is answered", async () => {
    const wire = await startWire(...Array<Reply>(5).fill(FAULT), [200, {}]);
    const send = sender(wire);
    later(0);
    await codes(send, 5);
    later(4_900);
    expect(await codes(send, 1)).toEqual(["SERVICE_PAUSED"]);
    later(200);
    expect(await codes(send, 3)).toEqual([200, 200, 200]);
  });

  it("closes when the service refuses a call, since then it works", async () => {
    const wire = await startWire(...Array<Reply>(5).fill(FAULT), failure(404, "NOT_FOUND"), [200, {}]);
    const send = sender(wire);
    await codes(send, 5);
    later(5_100);
    expect(await codes(send, 2)).toEqual(["NOT_FOUND", 200]);
  });

  it("stays open when the trial fails", async () => {
    const wire = await startWire(FAULT);
    const send = sender(wire);
    await codes(send, 5);
    later(5_100);
    expect(await codes(send, 3)).toEqual(["OUTCOME_UNKNOWN", "SERVICE_PAUSED", "SERVICE_PAUSED"]);
    expect(wire.arrived).toHaveLength(6);
  });

  it("lets no call wait beyond its deadline for another's trial", async () => {
    const wire = await startWire(...Array<Reply>(5).fill(FAULT), silence);
    const send = sender(wire);
    await codes(send, 5);
    later(5_100);
    const leaving = new AbortController();
    const trying = failureOf(send(READ, { signal: leaving.signal }));
    expect((await failureOf(send(COMMAND, { deadlineMs: 50 }))).code).toBe("SERVICE_TIMEOUT");
    leaving.abort();
    expect((await trying).code).toBe("SERVICE_PAUSED");
    expect(wire.arrived.length).toBeLessThanOrEqual(6);
  });
});
