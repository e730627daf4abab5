import type { QueryKey } from "@tanstack/react-query";
import type { LiveMessage } from "#lib/contract/live.ts";
import { deliveryKeys } from "./delivery-keys.ts";
import { peopleKeys } from "./people.ts";
import { verificationKeys } from "./verifications.ts";

/**
 * The keys that a batch of live messages concerns: the verifications named, their people where the news
 * is of them, and the lists and deliveries that may show them.
 */
export function concernedKeys(messages: readonly LiveMessage[]): QueryKey[] {
  const ids = new Set(messages.map((message) => message.verification_id));
  const keys: QueryKey[] = [...ids].flatMap((id) => [verificationKeys.detail(id), verificationKeys.events(id)]);
  const people = new Set(messages.filter(({ kinds }) => kinds.includes("people")).map((news) => news.verification_id));
  if (people.size > 0) keys.push(peopleKeys.searches(), ...[...people].map((id) => peopleKeys.ofVerification(id)));
  return ids.size > 0 ? [verificationKeys.lists(), deliveryKeys.all, ...keys] : [];
}

/** What of it may not be shown any more: the verifications that were erased, their people, and deliveries that are open. */
export function erasedKeys(messages: readonly LiveMessage[]): QueryKey[] {
  const ids = new Set(messages.filter(({ kinds }) => kinds.includes("erased")).map((news) => news.verification_id));
  if (ids.size === 0) return [];
  const of = (id: string) => [verificationKeys.detail(id), verificationKeys.events(id), peopleKeys.ofVerification(id)];
  return [deliveryKeys.details(), ...[...ids].flatMap(of)];
}

/** What an SSE `changed` frame carries, or nothing when it is not what we sent. */
export function readMessages(data: string): LiveMessage[] {
  try {
    const parsed: unknown = JSON.parse(data);
    return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry?.verification_id === "string") : [];
  } catch {
    return [];
  }
}
