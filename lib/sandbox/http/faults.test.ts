import { expect, it } from "vitest";
import { newFault } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { createFaults } from "./faults.ts";

const EVENT = "verification.v2.finished";
const faultOf = (fault: object) => newFault.parse(fault);

it("applies as often as requested, and reports how often", () => {
  const faults = createFaults();
  faults.add(faultOf({ kind: "hang", count: 2 }));
  expect(faults.take("GET", "/api-keys")).toMatchObject({ kind: "hang" });
  expect(faults.list()).toMatchObject([{ kind: "hang", count: 1, met: 1 }]);
  expect(faults.take("GET", "/api-keys")).not.toBeNull();
  expect(faults.list()).toEqual([]);
  expect(faults.take("GET", "/api-keys")).toBeNull();
});

it("applies until it is ended if no count is given", () => {
  const faults = createFaults();
  const id = faults.add(faultOf({ kind: "hang", count: null }));
  for (let call = 0; call < 100; call += 1) expect(faults.take("GET", "/")).not.toBeNull();
  expect(faults.list()).toMatchObject([{ id, count: null, met: 100 }]);
  expect([faults.end(id), faults.end(id)]).toEqual([true, false]);
  expect(faults.take("GET", "/")).toBeNull();
});

it("ends one fault and leaves the others, of calls and of deliveries", () => {
  const faults = createFaults();
  const [call, delivery] = [faults.add(faultOf({ kind: "hang" })), faults.add(faultOf({ kind: "delivery_lost" }))];
  faults.end(call);
  expect(faults.list().map(({ id }) => id)).toEqual([delivery]);
  faults.clear();
  expect(faults.list()).toEqual([]);
});

it("keeps calls and deliveries apart", () => {
  const faults = createFaults();
  faults.add(faultOf({ kind: "delivery_lost" }));
  expect(faults.take("POST", EVENT)).toBeNull();
  expect(faults.takeDelivery(EVENT, "ver_1")).toMatchObject({ kind: "delivery_lost" });
  faults.add(faultOf({ kind: "hang" }));
  expect(faults.takeDelivery(EVENT, "ver_1")).toBeNull();
});

it.each([
  [{ event: EVENT }, "verification.v2.created", "ver_1"],
  [{ verification_id: "ver_1" }, EVENT, "ver_2"],
])("limited to %j ignores other calls", (limit, event, id) => {
  const faults = createFaults();
  faults.add(faultOf({ kind: "delivery_lost", ...limit }));
  expect(faults.takeDelivery(event, id)).toBeNull();
  expect(faults.takeDelivery(EVENT, "ver_1")).not.toBeNull();
});

it("skips the requested number of matching calls before the first", () => {
  const faults = createFaults();
  faults.add(faultOf({ kind: "delivery_lost", event: EVENT, skip: 2, count: 1 }));
  const met = ["a", EVENT, "b", EVENT, EVENT, EVENT].map((event) => faults.takeDelivery(event, "ver_1") !== null);
  expect(met).toEqual([false, false, false, false, true, false]);
});

it.each([
  ["slow", 2_000],
  ["late", 2_000],
  ["delivery_delayed", 60_000],
  ["delivery_shuffled", 10_000],
])("%s waits %i ms unless another wait is given", (kind, delay) => {
  const faults = createFaults();
  faults.add(faultOf({ kind }));
  faults.add(faultOf({ kind, delay_ms: 5 }));
  expect(faults.list().map(({ delay_ms }) => delay_ms)).toEqual([delay, 5]);
});
