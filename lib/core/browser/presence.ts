import type {
  Colleague,
  FilePresence,
  PresenceMessage,
  PresenceState,
} from "#lib/core/contract/verifications/presence.ts";
import type { PresenceInput } from "#lib/core/contract/verifications/presence-input.ts";
import { api } from "#lib/platform/browser/api.ts";
import { tabId } from "#lib/platform/browser/tab.ts";

/** Reports that this tab has a file open. Failures are ignored, since the next report follows soon. */
export function sayPresence(verification_id: string, state: PresenceState): void {
  const body: PresenceInput = { tab: tabId(), state };
  const request = { params: { verification_id }, body, keepalive: true } as const;
  api("PUT /api/verifications/{verification_id}/presence", request).catch(() => undefined);
}

let files: ReadonlyMap<string, readonly Colleague[]> = new Map();
const listeners = new Set<() => void>();
const NOBODY: readonly Colleague[] = [];

/** The other readers of a file whom this reader may see; the same array until they change, which avoids renders. */
export const colleaguesAt = (verification_id: string): readonly Colleague[] => files.get(verification_id) ?? NOBODY;

export function subscribeToPresence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setPresence(present: readonly FilePresence[]): void {
  files = new Map(
    present.map(({ verification_id, colleagues }) => {
      const before = colleaguesAt(verification_id);
      return [verification_id, JSON.stringify(before) === JSON.stringify(colleagues) ? before : colleagues];
    }),
  );
  for (const listener of listeners) listener();
}

export function withMessage(present: readonly FilePresence[], { whole, files }: PresenceMessage): FilePresence[] {
  const named = new Set(files.map(({ verification_id }) => verification_id));
  const kept = whole ? [] : present.filter(({ verification_id }) => !named.has(verification_id));
  return [...kept, ...files.filter(({ colleagues }) => colleagues.length > 0)];
}
