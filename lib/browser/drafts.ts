import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Draft, DraftFields, DraftKind, Drafts } from "#lib/contract/drafts/draft.ts";
import { ApiError, api } from "./api.ts";
import { newestSender } from "./newest-sender.ts";
import { verificationKeys } from "./query-keys.ts";

const path = (id: string) => `/api/verifications/${encodeURIComponent(id)}/drafts`;
const UNKNOWN_RETRY_MS = 4_000;

/** The user's own drafts about a verification, which may be of another device: requested each time they are needed. */
export const draftsOptions = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.drafts(id),
    queryFn: async ({ signal }) => {
      await Promise.all(
        [...senders.values()].filter((one) => one.verification_id === id).map(({ settled }) => settled()),
      );
      return api<Drafts>(path(id), { signal });
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    // Nothing is saved over a draft that is not known yet.
    refetchInterval: ({ state }) => state.status === "error" && UNKNOWN_RETRY_MS,
  });

type Place = { verification_id: string; kind: DraftKind };
type Change = Place & {
  author: string;
  /** Null discards it. */
  fields: DraftFields | null;
};

const send = ({ verification_id, kind, author, fields }: Change): Promise<void> =>
  api<void>(`${path(verification_id)}/${kind}`, {
    keepalive: true,
    ...(fields === null ? { method: "DELETE" } : { method: "PUT", body: { author, ...fields } }),
  });

/** No answer, an ended session that one may sign in to again, a limit or a fault of the server's: it may be taken later. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || [401, 429].includes(error.status));

/** Those that have something to send: it goes on after the page's part that it is of has gone. */
const senders = new Map<string, ReturnType<typeof newestSender<Change>> & { verification_id: string }>();

function senderOf({ verification_id, kind }: Place) {
  const key = `${kind} ${verification_id}`;
  const known = senders.get(key);
  if (known) return known;
  // Adding the same ones again changes nothing.
  for (const event of ["focusout", "visibilitychange"]) window.addEventListener(event, flushDrafts);
  window.addEventListener("pagehide", leaveDrafts);
  const sender = newestSender<Change>({ send, isPassing, onIdle: () => senders.delete(key) });
  senders.set(key, { ...sender, verification_id });
  return sender;
}

/** Sends what waits: one turns away from it. */
export function flushDrafts(): void {
  for (const { flush } of senders.values()) void flush();
}

function leaveDrafts(): void {
  for (const { leave } of senders.values()) void leave();
}

/**
 * Keeps a draft, or discards it where there is one: here at once, on the server soon. `onSaved` is told whether the server
 * has it.
 */
export function keepDraft(client: QueryClient, change: Change, onSaved: (saved: boolean) => void): void {
  const { verification_id, kind, fields } = change;
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
  senderOf(change).add(change, onSaved);
}
