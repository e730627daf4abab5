import type { FlowMove, FlowState } from "#lib/core/contract/provisioning/flow.ts";
import type { Unreadable } from "#lib/platform/contract/answer.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Webhook } from "./webhook.ts";
import type { WebhookProblem } from "./webhook-problems.ts";

/** A webhook of the account: the service's report, with the dashboard's facts about it. */
export type ListedWebhook = Pick<Webhook, "url" | "events" | "description" | "enabled" | "other_fields"> & {
  id: string;
  /** The dashboard's own, or its replacement. */
  own: boolean;
  /** The webhook's problems, the gravest first. */
  problems: WebhookProblem[];
  /** Subscribed names outside the catalogue. */
  unknown_events: string[];
  /** The first 12 hex digits of the SHA-256 of its secret, where the dashboard revealed it. */
  fingerprint: string | null;
  /** The state of the secret: held for its session, stored, or not acknowledged in time. */
  secret: "held" | "stored" | "unclaimed" | null;
  /** Its part in an open replacement, which is identified by the old webhook. */
  replacement: { part: "old" | "twin"; old_id: string; state: FlowState<"webhook"> } | null;
  /** Digest of address, events and description for `If-Match`, so that no other user's change is overwritten. */
  version: string;
};

/** The answer of `GET /api/webhooks`; `local` where the service runs on this machine and delivers to plain http there. */
export type ListedWebhooks = { items: ListedWebhook[]; unreadable: Unreadable | null; local: boolean };

/** The answer of POST `/api/webhooks`, the only one with the secret. */
export type CreatedWebhook = Pick<ListedWebhook, "id" | "events" | "enabled"> & {
  url: string;
  description: string;
  secret: string;
  fingerprint: string;
  name: string;
  /** The id of the secret, which is held for this session, and until when; null if it could not be held. */
  reveal_id: string | null;
  expires_at: string | null;
};

const LONGEST_NAME = 80;

/** The name of a webhook: its description, else its address without parts that may be personal. */
export function webhookName({ description, url, id }: { description: string | null; url: string | null; id: string }) {
  const described = (description ?? "").replaceAll(/\s+/g, " ").trim();
  if (described !== "") return shortened(described);
  if (url === null || !URL.canParse(url)) return id;
  const { host, pathname } = new URL(url);
  return shortened(`${host}${pathname === "/" ? "" : pathname}`);
}

const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** The moves of `POST /api/webhooks/{id}/replacement/moves`. */
export const REPLACEMENT_MOVES = ["stored", "switched", "finish", "give_up"] as const satisfies FlowMove[];
export type ReplacementMove = (typeof REPLACEMENT_MOVES)[number];

/**
 * The answer of `GET /api/webhooks/{id}/replacement`: the secret of a webhook is lost. A new webhook is created, its
 * secret stored in the receiving system, the receiver switched, and then the old webhook deleted by an admin (design §6).
 */
export type Replacement = {
  state: FlowState<"webhook">;
  own: boolean;
  old_id: string;
  /** The replacement webhook; null until it exists. */
  new_id: string | null;
  /** The address with which the replacement is created. */
  url: string;
  events: string[];
  description: string;
  /** When each state was reached, in that order. */
  steps: { state: FlowState<"webhook">; at: Instant }[];
  /** When a delivery was last signed with the old secret and with the new one; known only for the dashboard's own webhook. */
  last_matched: { old: Instant | null; new: Instant | null };
};

/** The changeable fields of a webhook (interface, Webhooks: PUT). */
export type WebhookFields = { url: string; events: readonly string[]; description: string };

export type WebhookChange = Partial<WebhookFields>;

/** Equal sets of names, in any order. */
export const sameEvents = (one: readonly string[], other: readonly string[]): boolean => {
  const [left, right] = [new Set(one), new Set(other)];
  return left.size === right.size && [...left].every((name) => right.has(name));
};

/**
 * The request that turns `before` into `after`: only the fields that differ, but `events` whole when they do,
 * since the service replaces the list (interface, Webhooks: rules 1 and 2). Empty when nothing differs.
 */
export function changeOf(before: WebhookFields, { url, events, description }: WebhookChange): WebhookChange {
  return {
    ...(url !== undefined && url !== before.url && { url }),
    ...(events !== undefined && !sameEvents(events, before.events) && { events: [...new Set(events)] }),
    ...(description !== undefined && description !== before.description && { description }),
  };
}

export const isEmptyChange = (change: WebhookChange): boolean => Object.keys(change).length === 0;

/** The difference of two lists of events, each in the order in which its list has them. */
export function diffEvents(before: readonly string[], after: readonly string[]) {
  const [left, right] = [new Set(before), new Set(after)];
  return {
    added: [...right].filter((name) => !left.has(name)),
    removed: [...left].filter((name) => !right.has(name)),
    kept: [...left].filter((name) => right.has(name)),
  };
}

export type Rebased = {
  /** The fields for the editor: the user's own changes on top of the other user's saved ones. */
  fields: WebhookFields;
  /** The other user's changes. */
  theirs: WebhookChange;
  /** Fields changed differently by both: `fields` has the user's own values, which saving again would store. */
  conflicts: ("url" | "description")[];
};

/**
 * Rebases an edit that began at `base` on another user's saved change. Fields that the user did not change take the other
 * user's values; events are merged by name, so that additions and removals of both are kept.
 */
export function rebase(base: WebhookFields, mine: WebhookFields, theirs: WebhookFields): Rebased {
  const { added, removed } = diffEvents(base.events, mine.events);
  const gone = new Set(removed);
  const merged = [...new Set([...theirs.events.filter((name) => !gone.has(name)), ...added])];
  const conflicts = (["url", "description"] as const).filter(
    (field) => mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field],
  );
  const pick = (field: "url" | "description") => (mine[field] === base[field] ? theirs[field] : mine[field]);
  return {
    fields: { url: pick("url"), events: merged, description: pick("description") },
    theirs: changeOf(base, theirs),
    conflicts,
  };
}
