import { type ChannelEvent, EVENT_GROUPS, type EventGroup } from "./channel-events.ts";

/** A kind of channel: how its address looks, and what it carries. */
type Traits = {
  /** Mail addresses, or a URL. */
  address: "recipients" | "url";
  /** The URL alone allows posting: the vault keeps the URL, and pages show its origin. */
  isSecret?: true;
  /** For systems: the data of an event, signed with a secret of the channel. Other kinds carry words in its language. */
  signs?: true;
  groups: readonly EventGroup[];
};

/** Decision events are for systems, which keep the latest of each file; people get alerts. */
const FOR_PEOPLE = ["alerts", "evidence"] as const;

const KINDS = {
  mail: { address: "recipients", groups: FOR_PEOPLE },
  chat: { address: "url", isSecret: true, groups: FOR_PEOPLE },
  webhook: { address: "url", signs: true, groups: ["alerts", "decisions", "evidence"] },
} as const satisfies Record<string, Traits>;

export type ChannelKind = keyof typeof KINDS;
export const CHANNEL_KINDS = Object.keys(KINDS) as ChannelKind[];

export const traitsOf = (kind: ChannelKind): Traits => KINDS[kind];

export const eventsOf = (kind: ChannelKind): readonly ChannelEvent[] =>
  KINDS[kind].groups.flatMap((group): readonly ChannelEvent[] => EVENT_GROUPS[group]);
