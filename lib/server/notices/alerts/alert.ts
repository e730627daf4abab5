import type { z } from "zod";
import type { ALERT_EVENTS } from "#lib/contract/channels/channel-events.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import type { Working } from "#lib/contract/review/facts.ts";
import type { SystemStatus } from "#lib/contract/status.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";
import type { SearchRange } from "#lib/server/notices/kinds/kind.ts";

export type AlertEvent = (typeof ALERT_EVENTS)[number];

export type AlertContext = {
  tx: Client;
  status: Omit<SystemStatus, "sandbox">;
  /** The working time of the policy. */
  working: Working;
  now: Instant;
};

/** The permission of the accounts that get alerts. */
export const ALERTS_FOR = "settings.manage";

/** Present names of the account and the object of an alert. Pages have them; channels send facts alone. */
export type AlertNames = { user: string | null; subject: string | null };

type Words<Facts> = {
  kind: AlertEvent;
  /** Counts, codes and ids: facts leave the installation, so no field may hold a name. */
  facts: z.ZodType<Facts>;
  example: Facts;
  name: Record<Locale, string>;
  words: Record<Locale, (facts: Facts, names?: AlertNames) => string>;
  /** The page where an admin acts on it. */
  path: string;
};

type Holding<Facts> = { since: Instant; facts: Facts };

/** A lasting condition is announced once, again each day, and when it is resolved. */
export type Condition<Facts extends object = object> = Words<Facts> & {
  /** The beginning and the facts of the condition; null where it does not hold. */
  look(context: AlertContext): Promise<Holding<Facts> | null> | Holding<Facts> | null;
};

/** `caused_by` gets no notice in the bell. The facts are validated before they are sent. */
export type Act = { source: string; at: Instant; caused_by: string | null; facts: object };

/** An act of an account, announced once. */
export type Incident<Facts extends object = object> = Words<Facts> & {
  find(tx: Client, range: SearchRange): Promise<Act[]>;
};

export type Alert = Condition | Incident;

/** Checks that the parts of a kind fit each other, and erases the type of its facts. */
export const condition = <Facts extends object>(one: Condition<Facts>): Condition => one as unknown as Condition;
export const incident = <Facts extends object>(one: Incident<Facts>): Incident => one as unknown as Incident;
