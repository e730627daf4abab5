import { expect, it } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { played } from "#lib/sandbox/testing/stories.ts";
import { deliveriesOf } from "./emit.ts";

const NOW = Date.UTC(2026, 10, 20);
const all = { id: "wh_all", events: [...EVENT_NAMES] };

const many = Array.from({ length: 20 }, (_, index) => played("finished", `seed ${index}`));

it("delivers to each subscribed webhook the events of its list, once", () => {
  const advanced = played("finished");
  const few = { id: "wh_few", events: ["verification.v2.finished" as const] };
  const deliveries = deliveriesOf(advanced, [all, few], NOW, 1);
  const to = (id: string) => deliveries.filter((delivery) => delivery.webhook_id === id);
  expect(to("wh_all").map((delivery) => JSON.parse(delivery.body))).toEqual(advanced.events);
  expect(to("wh_few").map((delivery) => delivery.event_name)).toEqual(["verification.v2.finished"]);
  expect(deliveriesOf(advanced, [], NOW, 1)).toEqual([]);
});

it("delays, repeats and signs deliveries anew by seed, always the same ones", () => {
  const deliveries = many.flatMap((advanced) => deliveriesOf(advanced, [all], NOW, 1));
  const share = (count: number) => count / deliveries.length;
  const late = share(deliveries.filter((delivery) => delivery.next_at.getTime() > NOW).length);
  const twice = share(deliveries.filter((delivery) => delivery.twice).length);
  const resigned = share(deliveries.filter((delivery) => delivery.resigned).length);
  expect(late > 0.02 && late < 0.12).toBe(true);
  expect(twice > 0.01 && twice < 0.08).toBe(true);
  expect(resigned > 0.4 && resigned < 0.6).toBe(true);
  expect(many.flatMap((advanced) => deliveriesOf(advanced, [all], NOW, 1))).toEqual(deliveries);
});

it("shortens the delays with the time scale", () => {
  const latest = (scale: number) =>
    Math.max(
      ...many.flatMap((advanced) =>
        deliveriesOf(advanced, [all], NOW, scale).map((delivery) => delivery.next_at.getTime() - NOW),
      ),
    );
  expect(latest(1)).toBeGreaterThan(4_000);
  expect(latest(100)).toBeLessThanOrEqual(80);
});
