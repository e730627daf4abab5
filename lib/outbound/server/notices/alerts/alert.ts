import type { z } from "zod";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import type { RecordedStatus } from "#lib/core/server/status/status.ts";
import type { AlertEvent } from "#lib/outbound/contract/channels/channel-events.ts";
import type { Thresholds } from "#lib/outbound/contract/notices/alert-settings.ts";
import type { SearchRange } from "#lib/outbound/server/notices/kinds/kind.ts";
import { argumentsOf, notificationWords } from "#lib/outbound/server/notification-words.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Working } from "#lib/platform/contract/working-time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

export type AlertContext = {
  tx: Client;
  status: RecordedStatus & Pick<SystemStatus, "capacity">;
  /** The working time of the policy. */
  working: Working;
  thresholds: Thresholds;
  now: Instant;
};

/** The permission of the accounts that get alerts. */
export const ALERTS_FOR = "settings.manage";

/**
 * Present names for the facts of an alert: the account that it is about, the account whose act it was, and the object.
 * Pages have them; mails and channels have the facts alone.
 */
export type AlertNames = { user: string | null; actor: string | null; subject: string | null };

const UNNAMED: AlertNames = { user: null, actor: null, subject: null };

/** A time in the text of an alert, in UTC: a channel has no time zone of its own. */
export const utc = (at: Instant): string => `${at.slice(0, 16).replace("T", " ")} UTC`;

type Words<Facts> = {
  kind: AlertEvent;
  /** Counts, codes and ids: facts leave the installation, so no field may hold a name. */
  facts: z.ZodType<Facts>;
  example: Facts;
  /** Arguments of its text (`notifications.alert`) besides facts and names: optional facts, and what derives from both. */
  values?(facts: Facts, names: AlertNames): Record<string, string | number | null | undefined>;
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

export type ActRange = SearchRange & { thresholds: Thresholds };

/** An act of an account, announced once. */
export type Incident<Facts extends object = object> = Words<Facts> & {
  find(tx: Client, range: ActRange): Promise<Act[]>;
};

export type Alert = Condition | Incident;

/** Checks that the parts of a kind fit each other, and erases the type of its facts. */
export const condition = <Facts extends object>(one: Condition<Facts>): Condition => one as unknown as Condition;
export const incident = <Facts extends object>(one: Incident<Facts>): Incident => one as unknown as Incident;

/** The text of an alert: its condition or act, the object, and the account of the act if the name is known. */
export function alertText({ kind, values }: Alert, facts: object, names: AlertNames | null, locale: Locale): string {
  const known = names ?? UNNAMED;
  return notificationWords(locale)(
    `alert.${kind}.text`,
    argumentsOf({ ...facts, ...known, ...values?.(facts, known) }),
  );
}

/** The next step. */
export const alertTodo = ({ kind }: Alert, locale: Locale): string => notificationWords(locale)(`alert.${kind}.todo`);
