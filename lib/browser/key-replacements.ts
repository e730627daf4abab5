import type { CreatedKey } from "#lib/contract/keys/api-key-list.ts";
import { isOpen, type KeyReplacement } from "#lib/contract/keys/key-replacement.ts";
import { api } from "./api.ts";
import { clockedList } from "./clocked-list.ts";

export const keyReplacementKeys = { all: ["key-replacements"] as const };

/** Replacements of keys that are used elsewhere; other admins go on with them too. */
export const keyReplacementsOptions = () =>
  clockedList<KeyReplacement>(keyReplacementKeys.all, "/api/key-replacements", {
    isMoving: isOpen,
    movingMs: 5_000,
    calmMs: 60_000,
  });

export type MintedKey = { replacement: KeyReplacement; created: CreatedKey | null };

const post = <T>(path: string, body?: unknown) =>
  api<T>(`/api/key-replacements${path}`, { method: "POST", ...(body === undefined ? {} : { body }) });

export const startKeyReplacement = (old_key_id: string) => post<MintedKey>("", { old_key_id });

/** `orphan` is the key that a lost call left, null none of those named; undefined where nobody is asked. */
export type Named = { replacement: KeyReplacement; orphan?: string | null };

const orphanOf = ({ orphan }: Named) => (orphan === undefined ? {} : { orphan_id: orphan });

export const mintAnotherKey = (named: Named) =>
  post<MintedKey>(`/${named.replacement.id}/mint`, { instead_of: named.replacement.new_key_id, ...orphanOf(named) });

export const markSwitched = ({ id, switched }: { id: string; switched: boolean }) =>
  api<KeyReplacement>(`/api/key-replacements/${id}/switched`, { method: switched ? "POST" : "DELETE" });

export const finishKeyReplacement = (id: string) => post<KeyReplacement>(`/${id}/finish`);

export const cancelKeyReplacement = (named: Named) =>
  api<KeyReplacement>(`/api/key-replacements/${named.replacement.id}`, { method: "DELETE", body: orphanOf(named) });
