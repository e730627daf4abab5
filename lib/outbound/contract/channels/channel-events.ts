import { type DeclaredBy, declared, type ListedIn } from "#lib/modules.ts";
import { ALERT_GROUP_NAMES } from "#lib/platform/manifest.ts";

type DeclaredEvents = DeclaredBy<"events">;
type DecisionEvent = ListedIn<DeclaredEvents, "decisions">;
type EvidenceEvent = ListedIn<DeclaredEvents, "evidence">;
export type AlertEvent = ListedIn<DeclaredBy<"alerts">>;
export type ChannelEvent = AlertEvent | DecisionEvent | EvidenceEvent;

const eventsOf = (group: "decisions" | "evidence") => declared("events").flatMap((events) => events[group] ?? []);

/** Changes of decisions, for systems of the customer. */
export const DECISION_EVENTS = eventsOf("decisions") as DecisionEvent[];

/** Alerts by group. */
export const ALERT_GROUPS = Object.fromEntries(
  ALERT_GROUP_NAMES.map((group) => [group, declared("alerts").flatMap((alerts) => alerts[group] ?? [])]),
) as Record<(typeof ALERT_GROUP_NAMES)[number], AlertEvent[]>;

export const ALERT_EVENTS: readonly AlertEvent[] = Object.values(ALERT_GROUPS).flat();

/** All kinds of messages that a channel may carry, by group. */
export const EVENT_GROUPS = {
  alerts: ALERT_EVENTS,
  decisions: DECISION_EVENTS,
  evidence: eventsOf("evidence") as EvidenceEvent[],
} as const;
export type EventGroup = keyof typeof EVENT_GROUPS;

export const CHANNEL_EVENTS: readonly ChannelEvent[] = Object.values<readonly ChannelEvent[]>(EVENT_GROUPS).flat();

export const isChannelEvent = (kind: string): kind is ChannelEvent => CHANNEL_EVENTS.some((event) => event === kind);
