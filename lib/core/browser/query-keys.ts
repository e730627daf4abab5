import { hashKey, type QueryKey } from "@tanstack/react-query";
import type { FactKind, LiveMessage } from "#lib/core/contract/verifications/activity.ts";
import { declared } from "#lib/modules.ts";
import { FILE, type KeyOfFile, type LiveKind } from "#lib/platform/manifest.ts";

/** Keys of live queries on every page: deliveries first. */
export const deliveryKeys = {
  all: ["deliveries"] as const,
  lists: () => [...deliveryKeys.all, "list"] as const,
  details: () => [...deliveryKeys.all, "detail"] as const,
  detail: (id: number) => [...deliveryKeys.details(), id] as const,
};

/** Keys of queries about verifications. Live messages may invalidate any key below `all`. */
export const verificationKeys = {
  all: ["verifications"] as const,
  lists: () => [...verificationKeys.all, "list"] as const,
  details: () => [...verificationKeys.all, "detail"] as const,
  detail: (id: string) => [...verificationKeys.details(), id] as const,
  events: (id: string) => [...verificationKeys.all, "events", id] as const,
};

export const reviewKeys = {
  all: ["reviews"] as const,
  choices: () => [...reviewKeys.all, "choices"] as const,
  lanes: () => [...reviewKeys.all, "lanes"] as const,
  log: (id: string) => [...reviewKeys.all, "log", id] as const,
};

export const noticeKeys = { all: ["notices"] as const };

/** Keys of saved views of the list, and of the number of files in each. Live messages do not invalidate them. */
export const viewKeys = {
  all: ["views"] as const,
  list: () => [...viewKeys.all, "list"] as const,
};

export const peopleKeys = {
  all: ["people"] as const,
  ofVerification: (id: string) => [...peopleKeys.all, "verification", id] as const,
  searches: () => [...peopleKeys.all, "search"] as const,
};

/** The keys to refetch after a batch of live messages, without lists of files and people. */
export const concernedKeys = (messages: readonly LiveMessage[]): QueryKey[] =>
  once(LIVE_KINDS.flatMap(([kind, { keys }]) => keysOf(keys, idsOf(messages, [kind]))));

type ConcernedRows = { queryKey: QueryKey; ids: string[] };

/** The lists of files and people to update after a batch of live messages, with the files whose rows may differ. */
export const concernedRows = (messages: readonly LiveMessage[]): ConcernedRows[] =>
  [
    { queryKey: verificationKeys.lists(), ids: idsOf(messages, OF_FILE) },
    { queryKey: peopleKeys.searches(), ids: idsOf(messages, ["people"]) },
  ].filter(({ ids }) => ids.length > 0);

/** The keys to remove after an erasure: all about these files, open deliveries, and notices. */
export function erasedKeys(messages: readonly LiveMessage[]): QueryKey[] {
  const ids = idsOf(messages, ["erased"]);
  return ids.length > 0 ? [deliveryKeys.details(), noticeKeys.all, ...once(keysOf(HELD, ids))] : [];
}

const LIVE_KINDS = declared("live").flatMap((kinds) => Object.entries(kinds)) as [FactKind, LiveKind][];
const OF_FILE = LIVE_KINDS.flatMap(([kind, { ofFile }]) => (ofFile ? [kind] : []));

/** Every query about one file. */
const HELD = [...LIVE_KINDS.flatMap(([, { keys }]) => keys), ...declared("queriesOfFile").flat()].filter((key) =>
  key.includes(FILE),
);

/** The keys for these files. */
const keysOf = (keys: readonly KeyOfFile[], ids: readonly string[]): QueryKey[] =>
  keys.flatMap((key) => ids.map((id) => key.map((part) => (part === FILE ? id : part))));

function once(keys: readonly QueryKey[]): QueryKey[] {
  return [...new Map(keys.map((key) => [hashKey(key), key])).values()];
}

/** The files of the messages that have one of the kinds, each once. */
const idsOf = (messages: readonly LiveMessage[], of: readonly FactKind[]): string[] => [
  ...new Set(
    messages
      .filter(({ kinds }) => kinds.some((kind) => of.includes(kind)))
      .map(({ verification_id }) => verification_id),
  ),
];
