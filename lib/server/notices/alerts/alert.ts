import type { z } from "zod";
import type { ALERT_EVENTS } from "#lib/contract/channels/channel-events.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import type { Working } from "#lib/contract/review/facts.ts";
import type { SystemStatus } from "#lib/contract/status.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";
import type { Look } from "#lib/server/notices/kinds/kind.ts";

export type AlertEvent = (typeof ALERT_EVENTS)[number];

/** The state of the installation at a moment. */
export type World = {
  tx: Client;
  status: Omit<SystemStatus, "sandbox">;
  /** The working time of the policy. */
  working: Working;
  now: Instant;
};

/** The permission of those whom alerts are for. */
export const ALERTS_FOR = "settings.manage";

type Words<Facts> = {
  kind: AlertEvent;
  /** Counts, codes and ids: facts leave, so a name has no field. */
  facts: z.ZodType<Facts>;
  example: Facts;
  name: Record<Locale, string>;
  words: Record<Locale, (facts: Facts) => string>;
  /** The page where an admin acts on it. */
  path: string;
};

/** A condition lasts until it is over: it is told once, again each day, and when it is resolved. */
export type Condition<Facts extends object = object> = Words<Facts> & {
  /** Since when it holds, and its facts; null where it does not. */
  look(world: World): Promise<{ since: Instant; facts: Facts } | null> | { since: Instant; facts: Facts } | null;
};

/** `caused_by` is not told of it in the bell. The facts are checked before they are told. */
export type Act = { source: string; at: Instant; caused_by: string | null; facts: object };

/** Somebody's act, told once. */
export type Incident<Facts extends object = object> = Words<Facts> & {
  find(tx: Client, look: Look): Promise<Act[]>;
};

export type Alert = Condition | Incident;

/** Checks that the parts of a kind fit each other, and forgets the type of its facts. */
export const condition = <Facts extends object>(one: Condition<Facts>): Condition => one as unknown as Condition;
export const incident = <Facts extends object>(one: Incident<Facts>): Incident => one as unknown as Incident;
