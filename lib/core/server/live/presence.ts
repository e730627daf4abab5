import { z } from "zod";
import {
  type Colleague,
  type FilePresence,
  PRESENCE_TIMEOUT_MS,
  type PresenceMessage,
} from "#lib/core/contract/verifications/presence.ts";
import { presenceInput } from "#lib/core/contract/verifications/presence-input.ts";
import { identifier } from "#lib/platform/contract/fields.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";

/** The notice from one dashboard to the others that a tab has a file open. */
export const presenceNotice = presenceInput.extend({
  verification_id: identifier,
  user_id: z.uuid(),
  name: z.string().max(200),
});
export type PresenceNotice = z.infer<typeof presenceNotice>;

/** Per person; the tab with the oldest report is dropped. */
const MAX_TABS = 10;
/** In all; at the limit no tab is added until another leaves. */
const MAX_ENTRIES = 1_000;

type Entry = Colleague & { verification_id: string; heardAt: number };

/** Open files and their readers, in this process's memory only. A tab has one file open at a time. */
export class PresenceMemory {
  /** By person and tab, the latest report last. */
  readonly #entries = new Map<string, Entry>();

  /** Applies a notice, at a time in milliseconds of a monotonic clock; returns the changed files. */
  hear({ tab, state, verification_id, user_id, name }: PresenceNotice, now: number): string[] {
    const key = `${user_id} ${tab}`;
    const before = this.#entries.get(key);
    // A tab on a new file may report late that it left the previous file.
    if (state === "left" && before?.verification_id !== verification_id) return [];
    this.#entries.delete(key);
    const gone = before ? [before] : [];
    if (state !== "left") {
      const own = [...this.#entries].filter(([, entry]) => entry.user_id === user_id);
      const [oldest] = own;
      if (own.length >= MAX_TABS && oldest) {
        this.#entries.delete(oldest[0]);
        gone.push(oldest[1]);
      }
      if (this.#entries.size < MAX_ENTRIES) {
        this.#entries.set(key, { verification_id, user_id, name, deciding: state === "deciding", heardAt: now });
      }
    }
    return [...new Set([verification_id, ...gone.map((entry) => entry.verification_id)])];
  }

  /** Removes readers without a report for too long; returns the changed files. */
  forget(now: number): string[] {
    const late = [...this.#entries].filter(([, { heardAt }]) => now - heardAt >= PRESENCE_TIMEOUT_MS);
    for (const [key] of late) this.#entries.delete(key);
    return [...new Set(late.map(([, { verification_id }]) => verification_id))];
  }

  /** Readers of a file, each once, by name. */
  at(verification_id: string): Colleague[] {
    const people = new Map<string, Colleague>();
    for (const { verification_id: at, user_id, name, deciding } of this.#entries.values()) {
      if (at !== verification_id) continue;
      people.set(user_id, { user_id, name, deciding: deciding || people.get(user_id)?.deciding === true });
    }
    const orderOf = ({ name, user_id }: Colleague) => `${name} ${user_id}`;
    return [...people.values()].sort((one, other) => orderOf(one).localeCompare(orderOf(other)));
  }

  files(): string[] {
    return [...new Set([...this.#entries.values()].map(({ verification_id }) => verification_id))];
  }
}

/** The colleagues shown to a reader: without the reader, and `deciding` for holders of `reviews.decide` alone. */
const shownTo = (reader: { user_id: string; role: Role }, present: readonly Colleague[]): Colleague[] =>
  present
    .filter(({ user_id }) => user_id !== reader.user_id)
    .map((colleague) => ({ ...colleague, deciding: colleague.deciding && may(reader.role, "reviews.decide") }));

/** Sends a reader only differences in their own view, so that the timing of messages reveals nothing hidden. */
export function presenceReader(
  memory: PresenceMemory,
  reader: () => { user_id: string; role: Role },
  send: (message: PresenceMessage) => void,
) {
  const lastSent = new Map<string, string>();
  const newsOf = (verification_ids: readonly string[]): FilePresence[] => {
    const news: FilePresence[] = [];
    for (const verification_id of verification_ids) {
      const colleagues = shownTo(reader(), memory.at(verification_id));
      const text = JSON.stringify(colleagues);
      if ((lastSent.get(verification_id) ?? "[]") === text) continue;
      if (colleagues.length === 0) lastSent.delete(verification_id);
      else lastSent.set(verification_id, text);
      news.push({ verification_id, colleagues });
    }
    return news;
  };
  return {
    tellAll(): void {
      lastSent.clear();
      send({ whole: true, files: newsOf(memory.files()) });
    },
    tell(verification_ids: readonly string[]): void {
      const files = newsOf(verification_ids);
      if (files.length > 0) send({ whole: false, files });
    },
  };
}
