import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Draft, DraftChange, DraftFields, DraftKind } from "#lib/desk/contract/drafts/draft.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";
import { newestSender } from "#lib/platform/browser/newest-sender.ts";
import { tabId } from "#lib/platform/browser/tab.ts";

const UNKNOWN_RETRY_MS = 4_000;

/** The user's own drafts about a verification. They may come from another device, so each use fetches them. */
export const draftsOptions = (id: string) =>
  queryOptions({
    queryKey: ["verifications", "drafts", id],
    queryFn: async ({ signal }) => {
      await Promise.all(
        [...senders.values()].filter((one) => one.verification_id === id).map(({ settled }) => settled()),
      );
      return api("GET /api/verifications/{verification_id}/drafts", { params: { verification_id: id }, signal });
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    // Retried until loaded: before that, no text is saved, since it would replace a draft that is not known yet.
    refetchInterval: ({ state }) => state.status === "error" && UNKNOWN_RETRY_MS,
  });

type DraftKey = { verification_id: string; kind: DraftKind };
type KeptDraft = DraftKey & {
  author: string;
  /** Null discards it. */
  fields: DraftFields | null;
};
type Sent = KeptDraft & { change: DraftChange };

let changes = 0;

function send({ verification_id, kind, author, change, fields }: Sent): Promise<void> {
  const request = { params: { verification_id, kind }, keepalive: true } as const;
  if (fields === null) return api("DELETE /api/verifications/{verification_id}/drafts/{kind}", request);
  const body = { author, change, ...fields };
  return api("PUT /api/verifications/{verification_id}/drafts/{kind}", { ...request, body });
}

/** No answer, an ended session, a rate limit or a server error: a later attempt may succeed. */
const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || [401, 429].includes(error.status));

/** Senders with unsent drafts: they continue after their component has unmounted. */
const senders = new Map<string, ReturnType<typeof newestSender<Sent>> & { verification_id: string }>();

function senderOf({ verification_id, kind }: DraftKey) {
  const key = `${kind} ${verification_id}`;
  const known = senders.get(key);
  if (known) return known;
  // Adding the same listeners again has no effect.
  for (const event of ["focusout", "visibilitychange"]) window.addEventListener(event, flushDrafts);
  window.addEventListener("pagehide", leaveDrafts);
  const sender = newestSender<Sent>({ send, isTransient, onIdle: () => senders.delete(key) });
  senders.set(key, { ...sender, verification_id });
  return sender;
}

/** Sends pending drafts at once, because the page is being left. */
export function flushDrafts(): void {
  for (const { flush } of senders.values()) void flush();
}

function leaveDrafts(): void {
  for (const { leave } of senders.values()) void leave();
}

/**
 * Stores or discards a draft: in the cache at once, on the server soon. `onSaved` reports whether the server has it.
 */
export function keepDraft(client: QueryClient, kept: KeptDraft, onSaved: (saved: boolean) => void): void {
  const { verification_id, kind, fields } = kept;
  const { queryKey } = draftsOptions(verification_id);
  const known = client.getQueryData(queryKey)?.items;
  if (fields === null && !known?.some((one) => one.kind === kind)) return;
  if (known) {
    // The pending answer is older than this change.
    void client.cancelQueries({ queryKey });
    const others = known.filter((one) => one.kind !== kind);
    const now: Draft[] = fields === null ? [] : [{ kind, ...fields, saved_at: new Date().toISOString() }];
    client.setQueryData(queryKey, { items: [...others, ...now] });
  }
  changes += 1;
  senderOf(kept).add({ ...kept, change: { tab: tabId(), number: changes } }, onSaved);
}
