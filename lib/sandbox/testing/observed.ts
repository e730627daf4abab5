import { afterAll } from "vitest";
import type { EventName } from "#lib/core/contract/events/event.ts";
import { type Received, startReceiver } from "./receiver.ts";
import { type Json, ownSandbox } from "./sandbox.ts";
import { FAITHFUL_SCENARIOS } from "./stories.ts";

/** A verification as a customer sees it: its deliveries, and its final read. */
export type ObservedVerification = { id: string; scenario: string; deliveries: Received[]; body: Json; people: Json[] };

/**
 * Plays each of these scenarios once with a webhook for all events, and collects everything that a customer sees. The
 * service runs until after the last test of the file.
 */
export async function observeService(scenarios: readonly string[] = FAITHFUL_SCENARIOS) {
  const receiver = await startReceiver();
  afterAll(() => receiver.close());
  const sandbox = await ownSandbox();
  const webhook = await sandbox.subscribe(receiver.url);
  const verifications: ObservedVerification[] = [];
  for (const scenario of scenarios) {
    const id = await sandbox.play(scenario, { seed: "observed", tag: `Año Ñandú 🏛 ${scenario}` });
    verifications.push({
      id,
      scenario,
      deliveries: [],
      body: await sandbox.read(id),
      people: await sandbox.people(id),
    });
  }
  /** The deliveries about a verification after all were sent, of one event or of all, without copies. */
  async function deliveriesOf(id: string, name?: EventName): Promise<Received[]> {
    await sandbox.settled();
    const mine = receiver.deliveries.filter((one) => one.data.verification_id === id);
    return [...new Map(mine.map((one) => [one.body, one])).values()].filter((one) => !name || one.event_name === name);
  }
  for (const verification of verifications) verification.deliveries = await deliveriesOf(verification.id);
  const everything = verifications.flatMap(({ deliveries }) => deliveries);
  return {
    sandbox,
    receiver,
    webhook,
    verifications,
    /** The verification of this scenario. */
    of(scenario: string): ObservedVerification {
      const found = verifications.find((verification) => verification.scenario === scenario);
      if (!found) throw new Error(`no scenario ${scenario}`);
      return found;
    },
    /** `data` of every event with this name. */
    events: (name: EventName): Json[] =>
      everything.filter((delivery) => delivery.event_name === name).map(({ data }) => data),
    everything,
    deliveriesOf,
  };
}
