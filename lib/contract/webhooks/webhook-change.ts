/** What can be changed of a webhook (interface, Webhooks: PUT). */
export type WebhookFields = { url: string; events: readonly string[]; description: string };

/** A change, only the fields that it is about. */
export type WebhookChange = Partial<WebhookFields>;

/** Of the names of `events` each counts once, in whatever order. */
export const sameEvents = (one: readonly string[], other: readonly string[]): boolean => {
  const [left, right] = [new Set(one), new Set(other)];
  return left.size === right.size && [...left].every((name) => right.has(name));
};

/**
 * What has to be sent so that `before` becomes `after`: only the fields that differ, but `events` whole when they do,
 * since the service replaces the list (interface, Webhooks: rules 1 and 2). Empty when nothing differs.
 */
export function changeOf(before: WebhookFields, after: WebhookChange): WebhookChange {
  return {
    ...(after.url !== undefined && after.url !== before.url ? { url: after.url } : {}),
    ...(after.events !== undefined && !sameEvents(after.events, before.events)
      ? { events: [...new Set(after.events)] }
      : {}),
    ...(after.description !== undefined && after.description !== before.description
      ? { description: after.description }
      : {}),
  };
}

export const isEmptyChange = (change: WebhookChange): boolean => Object.keys(change).length === 0;

export type EventsDiff = { added: string[]; removed: string[]; kept: string[] };

/** The difference of two lists of events, each in the order in which its list has them. */
export function diffEvents(before: readonly string[], after: readonly string[]): EventsDiff {
  const [left, right] = [new Set(before), new Set(after)];
  return {
    added: [...right].filter((name) => !left.has(name)),
    removed: [...left].filter((name) => !right.has(name)),
    kept: [...left].filter((name) => right.has(name)),
  };
}

export type Rebased = {
  /** What the editor goes on with: what one has changed oneself, on top of what the other one saved. */
  fields: WebhookFields;
  /** What the other one changed. */
  theirs: WebhookChange;
  /** Fields that both changed, differently: one's own stands in `fields`, which saving again would put in its place. */
  conflicts: ("url" | "description")[];
};

/**
 * Brings an edit that began at `base` up to what somebody else has saved meanwhile. What one has not touched becomes
 * theirs; events are merged one by one, so that neither's additions and removals are lost.
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
