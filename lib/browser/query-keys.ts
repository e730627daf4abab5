import type { QueryKey } from "@tanstack/react-query";
import type { FactKind, LiveMessage } from "#lib/contract/verifications/activity.ts";

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
  notes: (id: string) => [...verificationKeys.all, "notes", id] as const,
  letters: (id: string) => [...verificationKeys.all, "letters", id] as const,
  drafts: (id: string) => [...verificationKeys.all, "drafts", id] as const,
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

/**
 * The keys to refetch after a batch of live messages, without lists of files and people: the named verifications, their
 * people after news of people or items, and deliveries. News of notes, letters or notices alone gives only their keys.
 */
export function concernedKeys(messages: readonly LiveMessage[]): QueryKey[] {
  const notes = idsOf(messages, (kind) => kind === "notes").map(verificationKeys.notes);
  const letters = idsOf(messages, (kind) => kind === "letters").map(verificationKeys.letters);
  const ids = idsOf(messages, isOfFile);
  const keys: QueryKey[] = ids.flatMap((id) => [verificationKeys.detail(id), verificationKeys.events(id)]);
  // People contain the documents from which they come.
  keys.push(...idsOf(messages, (kind) => kind === "people" || kind === "items").map(peopleKeys.ofVerification));
  const reviewed = idsOf(messages, (kind) => kind === "review");
  if (reviewed.length > 0) keys.push(reviewKeys.lanes(), ...reviewed.map(reviewKeys.log));
  const notices = messages.some(({ kinds }) => kinds.includes("notices")) ? [noticeKeys.all] : [];
  const others = [...notes, ...letters, ...notices];
  return ids.length > 0 ? [deliveryKeys.all, ...keys, ...others] : others;
}

type ConcernedRows = { queryKey: QueryKey; ids: string[] };

/** The lists of files and people to update after a batch of live messages, with the files whose rows may differ. */
export const concernedRows = (messages: readonly LiveMessage[]): ConcernedRows[] =>
  [
    { queryKey: verificationKeys.lists(), ids: idsOf(messages, isOfFile) },
    { queryKey: peopleKeys.searches(), ids: idsOf(messages, (kind) => kind === "people") },
  ].filter(({ ids }) => ids.length > 0);

/** The answers about a file do not contain notes, letters and notices. */
const isOfFile = (kind: FactKind): boolean => kind !== "notes" && kind !== "letters" && kind !== "notices";

/** The files of the messages that have a matching kind, each once. */
const idsOf = (messages: readonly LiveMessage[], isKind: (kind: FactKind) => boolean): string[] => [
  ...new Set(messages.filter(({ kinds }) => kinds.some(isKind)).map(({ verification_id }) => verification_id)),
];

/** The keys to remove after an erasure: the verifications, their people, and their open deliveries. */
export function erasedKeys(messages: readonly LiveMessage[]): QueryKey[] {
  const ids = idsOf(messages, (kind) => kind === "erased");
  if (ids.length === 0) return [];
  const of = (id: string) => [
    verificationKeys.detail(id),
    verificationKeys.events(id),
    verificationKeys.notes(id),
    verificationKeys.letters(id),
    verificationKeys.drafts(id),
    peopleKeys.ofVerification(id),
    reviewKeys.log(id),
  ];
  return [deliveryKeys.details(), noticeKeys.all, ...ids.flatMap(of)];
}
