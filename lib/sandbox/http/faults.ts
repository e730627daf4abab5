import { randomUUID } from "node:crypto";
import { DELIVERY_FAULTS, type SandboxFault } from "#lib/contract/sandbox/sandbox.ts";
import type { CallFault, DeliveryFault, NewFault } from "#lib/contract/sandbox/sandbox-input.ts";

/** How long the kinds wait that wait at all, in milliseconds before the time scale. */
const DELAY_MS: Partial<Record<NewFault["kind"], number>> = {
  slow: 2_000,
  late: 2_000,
  clock: 600_000,
  delivery_delayed: 60_000,
  delivery_shuffled: 10_000,
};

/** A fault that is met; its wait in milliseconds, before the time scale. */
export type Met<Asked extends NewFault> = Asked & { delay_ms: number };

/**
 * Faults on purpose, so that a client can meet every failure of calls and deliveries. They live in memory: a restart is
 * a healthy service again. Where several fit, the one asked for first is met.
 */
export type Faults = {
  /** Answers the fault's id. */
  add(fault: NewFault): string;
  list(): SandboxFault[];
  /** False when there is no such fault, or no longer. */
  end(id: string): boolean;
  clear(): void;
  /** The fault that this call meets, counted as met. */
  take(method: string, path: string): Met<CallFault> | null;
  /** The fault that the deliveries of this event meet, counted as met. */
  takeDelivery(event: string, verificationId: string): Met<DeliveryFault> | null;
};

export function createFaults(): Faults {
  const calls = createQueue<CallFault>();
  const deliveries = createQueue<DeliveryFault>();
  return {
    add: (fault) => (isOfDeliveries(fault) ? deliveries.add(fault) : calls.add(fault)),
    list: () => [...calls.list(), ...deliveries.list()],
    end: (id) => calls.end(id) || deliveries.end(id),
    clear() {
      calls.clear();
      deliveries.clear();
    },
    take: (method, path) =>
      calls.meet(
        (fault) =>
          (fault.method === undefined || fault.method === method) &&
          (fault.path === undefined ||
            (fault.path.endsWith("*") ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path)),
      ),
    takeDelivery: (event, verificationId) =>
      deliveries.meet((fault) => {
        const concerned =
          (fault.event === undefined || fault.event === event) &&
          (fault.verification_id === undefined || fault.verification_id === verificationId);
        if (!concerned || !fault.skip) return concerned;
        fault.skip -= 1;
        return false;
      }),
  };
}

const isOfDeliveries = (fault: NewFault): fault is DeliveryFault => DELIVERY_FAULTS.some((kind) => kind === fault.kind);

/** The active faults of one sort, oldest first; each leaves when its count is used up. */
function createQueue<Asked extends NewFault>() {
  let faults: { id: string; met: number; asked: Asked }[] = [];
  return {
    add(fault: Asked): string {
      const id = randomUUID();
      const delay = fault.delay_ms ?? DELAY_MS[fault.kind];
      faults.push({ id, met: 0, asked: { ...fault, ...(delay === undefined ? {} : { delay_ms: delay }) } });
      return id;
    },
    list: (): SandboxFault[] =>
      faults.map(({ id, met, asked }) => {
        const fault: NewFault = asked;
        return { ...fault, id, met };
      }),
    end(id: string): boolean {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear() {
      faults = [];
    },
    /** `meets` is asked once of each, until one does. */
    meet(meets: (fault: Asked) => boolean): Met<Asked> | null {
      const fault = faults.find(({ asked }) => meets(asked));
      if (!fault) return null;
      const { asked } = fault;
      fault.met += 1;
      if (asked.count !== null) asked.count -= 1;
      faults = faults.filter((candidate) => candidate.asked.count !== 0);
      return { ...asked, delay_ms: asked.delay_ms ?? 0 };
    },
  };
}
