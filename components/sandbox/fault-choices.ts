import { type FAULTY_EVENTS, FAULTY_PATHS } from "#lib/edge/contract/sandbox/sandbox.ts";
import type { CallFault, DeliveryFault, NewFault, SandboxFault } from "#lib/edge/contract/sandbox/sandbox-input.ts";

/** The faults on the page, each with its request. The messages of the page contain the same delays. */
export const FAULTS = {
  calls: {
    server_error: { kind: "status", status: 500 },
    not_found: { kind: "status", status: 404 },
    too_many: { kind: "status", status: 429 },
    slow: { kind: "slow", delay_ms: 4_000 },
    hang: { kind: "hang" },
    html: { kind: "html", status: 200 },
    redirect: { kind: "redirect" },
    truncate: { kind: "truncate" },
    lost: { kind: "lost" },
    late: { kind: "late", delay_ms: 2_000 },
    clock: { kind: "clock", delay_ms: 600_000 },
  },
  deliveries: {
    delivery_lost: { kind: "delivery_lost" },
    delivery_delayed: { kind: "delivery_delayed", delay_ms: 60_000 },
    delivery_duplicated: { kind: "delivery_duplicated" },
    delivery_shuffled: { kind: "delivery_shuffled", delay_ms: 10_000 },
    delivery_forged: { kind: "delivery_forged" },
  },
} as const satisfies {
  calls: Record<string, Pick<CallFault, "kind" | "status" | "delay_ms">>;
  deliveries: Record<string, Pick<DeliveryFault, "kind" | "delay_ms">>;
};

export type FaultGroup = keyof typeof FAULTS;
export type FaultChoice = keyof typeof FAULTS.calls | keyof typeof FAULTS.deliveries;

const KINDS = { ...FAULTS.calls, ...FAULTS.deliveries };

/** Any verification; an id is never empty. */
export const ANY_ID = "";
export const COUNTS = ["1", "5", "25", "all"] as const;

/** The calls or events to which a fault applies. */
export type Limits = {
  path: keyof typeof FAULTY_PATHS | "any";
  event: (typeof FAULTY_EVENTS)[number] | "any";
  verification_id: string;
  count: (typeof COUNTS)[number];
};

export const faultOf = (choice: FaultChoice, { path, event, verification_id, count }: Limits): NewFault => ({
  ...KINDS[choice],
  ...(path !== "any" && { path: FAULTY_PATHS[path] }),
  ...(event !== "any" && { event }),
  ...(verification_id !== ANY_ID && { verification_id }),
  count: count === "all" ? null : Number(count),
});

const CHOICE_OF_STATUS: Record<number, FaultChoice> = { 404: "not_found", 429: "too_many" };

/** The message key of an active fault, which may have been set outside of this page. */
export const choiceOf = ({ kind, status }: Pick<SandboxFault, "kind" | "status">): FaultChoice =>
  kind === "status" ? (CHOICE_OF_STATUS[status ?? 500] ?? "server_error") : kind;

/** The message key of the calls with this path; undefined for a path that the page does not offer. */
export const pathChoiceOf = (path: string): keyof typeof FAULTY_PATHS | undefined =>
  (Object.keys(FAULTY_PATHS) as (keyof typeof FAULTY_PATHS)[]).find((key) => FAULTY_PATHS[key] === path);
