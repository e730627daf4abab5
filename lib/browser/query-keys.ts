import type { QueryKey } from "@tanstack/react-query";
import type { FactKind, LiveMessage } from "#lib/contract/verifications/activity.ts";

/** Keys that updates concern on every page, apart from their queries: those of the event explorer first. */
export const deliveryKeys = {
  all: ["deliveries"] as const,
  lists: () => [...deliveryKeys.all, "list"] as const,
  retryable: () => [...deliveryKeys.all, "retryable"] as const,
  details: () => [...deliveryKeys.all, "detail"] as const,
  detail: (id: number) => [...deliveryKeys.details(), id] as const,
};

/** Keys of everything about verifications; what is below `all` is what a live message may concern. */
export const verificationKeys = {
  all: ["verifications"] as const,
  lists: () => [...verificationKeys.all, "list"] as const,
  options: () => [...verificationKeys.all, "options"] as const,
  details: () => [...verificationKeys.all, "detail"] as const,
  detail: (id: string) => [...verificationKeys.details(), id] as const,
  events: (id: string) => [...verificationKeys.all, "events", id] as const,
  notes: (id: string) => [...verificationKeys.all, "notes", id] as const,
  drafts: (id: string) => [...verificationKeys.all, "drafts", id] as const,
};

/** Keys of the queue of reviews, and of what was done with one. */
export const reviewKeys = {
  all: ["reviews"] as const,
  choices: () => [...reviewKeys.all, "choices"] as const,
  lanes: () => [...reviewKeys.all, "lanes"] as const,
  log: (id: string) => [...reviewKeys.all, "log", id] as const,
  since: (id: string, ...versions: string[]) => [...reviewKeys.all, "since", id, ...versions] as const,
};

/** Keys of saved views of the list, and of how many files are in them, which no update brings up to date. */
export const viewKeys = {
  all: ["views"] as const,
  list: () => [...viewKeys.all, "list"] as const,
  counts: (queries: readonly string[]) => [...viewKeys.all, "counts", ...queries] as const,
};

/** Keys of everything about people. */
export const peopleKeys = {
  all: ["people"] as const,
  ofVerification: (id: string) => [...peopleKeys.all, "verification", id] as const,
  searches: () => [...peopleKeys.all, "search"] as const,
};

/**
 * The keys that a batch of live messages concerns: the verifications named, their people where a message
 * is about them or about items, and the lists and deliveries that may show them. Of what is about notes alone, these.
 */
export function concernedKeys(messages: readonly LiveMessage[]): QueryKey[] {
  const notes = messages
    .filter(({ kinds }) => kinds.includes("notes"))
    .map((message) => verificationKeys.notes(idOf(message)));
  const facts = messages.filter(({ kinds }) => kinds.some((kind) => kind !== "notes"));
  const ids = new Set(facts.map(idOf));
  const keys: QueryKey[] = [...ids].flatMap((id) => [verificationKeys.detail(id), verificationKeys.events(id)]);
  const about = (...kinds: FactKind[]) =>
    new Set(messages.filter((message) => kinds.some((kind) => message.kinds.includes(kind))).map(idOf));
  if (about("people").size > 0) keys.push(peopleKeys.searches());
  // People name the documents that they come from.
  keys.push(...[...about("people", "items")].map((id) => peopleKeys.ofVerification(id)));
  const reviewed = about("review");
  if (reviewed.size > 0) keys.push(reviewKeys.lanes(), ...[...reviewed].map((id) => reviewKeys.log(id)));
  return ids.size > 0 ? [verificationKeys.lists(), deliveryKeys.all, ...keys, ...notes] : notes;
}

const idOf = ({ verification_id }: LiveMessage): string => verification_id;

/** The keys of erased data: the verifications, their people, and their open deliveries. */
export function erasedKeys(messages: readonly LiveMessage[]): QueryKey[] {
  const ids = new Set(
    messages.filter(({ kinds }) => kinds.includes("erased")).map((message) => message.verification_id),
  );
  if (ids.size === 0) return [];
  const of = (id: string) => [
    verificationKeys.detail(id),
    verificationKeys.events(id),
    verificationKeys.notes(id),
    verificationKeys.drafts(id),
    peopleKeys.ofVerification(id),
    reviewKeys.log(id),
  ];
  return [deliveryKeys.details(), ...[...ids].flatMap(of)];
}
