/** Changes of decisions, for systems of the customer. */
export const DECISION_EVENTS = [
  "review.decided",
  "review.approved",
  "review.undone",
  "review.overtaken",
  "review.reopened",
] as const;

/** States of the installation, and acts in it, that an admin should know of. */
export const ALERT_GROUPS = {
  connection: ["no_events", "deliveries_refused", "webhook_problem", "key_refused", "service_failing"],
  security: [
    "new_admin",
    "break_glass_used",
    "passkey_copied",
    "secret_revealed",
    "large_export",
    "many_people_opened",
    "many_files_opened",
  ],
  operation: [
    "clock_wrong",
    "worker_behind",
    "rows_set_aside",
    "disk_low",
    "backup_old",
    "decision_events_failing",
    "timestamp_missing",
    "reviews_unassigned",
  ],
} as const;

export const ALERT_EVENTS = [...ALERT_GROUPS.connection, ...ALERT_GROUPS.security, ...ALERT_GROUPS.operation] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

/** Heads of the evidence log, by which outsiders can check it. */
export const EVIDENCE_EVENTS = ["evidence_head"] as const;

/** All kinds of messages that a channel may carry, by group. */
export const EVENT_GROUPS = { alerts: ALERT_EVENTS, decisions: DECISION_EVENTS, evidence: EVIDENCE_EVENTS } as const;
export type EventGroup = keyof typeof EVENT_GROUPS;

export const CHANNEL_EVENTS = [...ALERT_EVENTS, ...DECISION_EVENTS, ...EVIDENCE_EVENTS] as const;
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number];

export const isChannelEvent = (kind: string): kind is ChannelEvent => CHANNEL_EVENTS.some((event) => event === kind);
