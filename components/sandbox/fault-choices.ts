import { type FAULTY_EVENTS, FAULTY_PATHS, type SandboxFault } from "#lib/contract/sandbox/sandbox.ts";
import type { CallFault, DeliveryFault } from "#lib/contract/sandbox/sandbox-input.ts";

/** Faults of calls as the page offers them, and what each requests. The waits are those that the words name. */
export const CALL_CHOICES = {
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
} as const satisfies Record<string, Pick<CallFault, "kind" | "status" | "delay_ms">>;

export const DELIVERY_CHOICES = {
  delivery_lost: { kind: "delivery_lost" },
  delivery_delayed: { kind: "delivery_delayed", delay_ms: 60_000 },
  delivery_duplicated: { kind: "delivery_duplicated" },
  delivery_shuffled: { kind: "delivery_shuffled", delay_ms: 10_000 },
  delivery_forged: { kind: "delivery_forged" },
} as const satisfies Record<string, Pick<DeliveryFault, "kind" | "delay_ms">>;

export type CallChoice = keyof typeof CALL_CHOICES;
export type DeliveryChoice = keyof typeof DELIVERY_CHOICES;

export const COUNTS = ["1", "5", "25", "all"] as const;
export type Count = (typeof COUNTS)[number];
export type PathChoice = keyof typeof FAULTY_PATHS | "any";
export type EventChoice = (typeof FAULTY_EVENTS)[number] | "any";

const numberOf = (count: Count): number | null => (count === "all" ? null : Number(count));

export const callFault = (choice: CallChoice, path: PathChoice, count: Count): CallFault => ({
  ...CALL_CHOICES[choice],
  ...(path === "any" ? {} : { path: FAULTY_PATHS[path] }),
  count: numberOf(count),
});

export const deliveryFault = (
  choice: DeliveryChoice,
  event: EventChoice,
  verificationId: string | null,
  count: Count,
): DeliveryFault => ({
  ...DELIVERY_CHOICES[choice],
  ...(event === "any" ? {} : { event }),
  ...(verificationId === null ? {} : { verification_id: verificationId }),
  count: numberOf(count),
});

const CHOICE_OF_STATUS: Record<number, CallChoice> = { 404: "not_found", 429: "too_many" };

/** The words for an active fault, which may also have been set elsewhere. */
export function choiceOf({ kind, status }: Pick<SandboxFault, "kind" | "status">): CallChoice | DeliveryChoice {
  if (kind === "status") return CHOICE_OF_STATUS[status ?? 500] ?? "server_error";
  return kind;
}

/** Which calls a path stands for, where the page has a word for it. */
export const pathChoiceOf = (path: string): PathChoice | null =>
  (Object.keys(FAULTY_PATHS) as (keyof typeof FAULTY_PATHS)[]).find((key) => FAULTY_PATHS[key] === path) ?? null;
