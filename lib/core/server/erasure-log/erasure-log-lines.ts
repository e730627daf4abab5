import { hash } from "node:crypto";
import { z } from "zod";
import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import type { KnownKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { type MasterKeys, openFromFile, sealForFile } from "#lib/core/server/vault/vault.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/*
 * Erasures, liftings, blocked files and API keys from after a backup was taken. The log is a file beside the backups,
 * a JSON object a line; ids are HMACs whose key is in the log too, encrypted under the master secret.
 */

/** No line of ours is longer: names and keys have at most some hundred characters. */
export const MAX_LINE = 8_192;

const sealed = z.object({ master: z.string(), nonce: z.string(), ciphertext: z.string() });
const at = z.iso.datetime({ offset: true });
const hex = z.string().regex(/^[0-9a-f]{16,64}$/);

const line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("erasure_key"), at, key: hex, sealed }),
  z.object({ kind: z.enum(["erased", "lifted"]), at, key: hex, id: hex }),
  // `until`: when the file is erased; null while unknown, as under a legal hold.
  z.object({ kind: z.literal("blocked"), at, key: hex, id: hex, until: at.nullable() }),
  z.object({
    kind: z.literal("api_key"),
    at,
    service_key_id: z.string().nullable(),
    name: z.string().nullable(),
    sealed,
  }),
  z.object({ kind: z.literal("evidence_head"), at, size: z.int(), root: hex, signature: z.base64() }),
]);
export type Line = z.output<typeof line>;

/** The state of an id by a line. */
export type Marked =
  | { kind: "erased"; at: string; key: string }
  | { kind: "lifted"; at: string; key: string }
  | { kind: "blocked"; at: string; key: string; until: string | null };

export type ErasureLog = {
  found: boolean;
  /** The keys of marks, by name. */
  keys: Map<string, Buffer>;
  /** The newest line of each id, by its mark in hexadecimal. */
  newest: Map<string, Marked>;
  apiKey: (KnownKey & { at: string }) | null;
  evidenceHead: Omit<SignedHead, "public_key"> | null;
  /** Lines that are truncated or belong to another version or master secret. */
  unreadable: number;
};

export const emptyLog = (): ErasureLog => ({
  found: false,
  keys: new Map(),
  newest: new Map(),
  apiKey: null,
  evidenceHead: null,
  unreadable: 0,
});

/** Adds a line to the earlier ones: the order in the file counts, not the time in it. */
export function addLine(log: ErasureLog, text: string, masters: MasterKeys): void {
  if (text === "") return;
  try {
    if (text.length > MAX_LINE) throw new RangeError("longer than any line of ours");
    const read = line.parse(JSON.parse(text));
    if (read.kind === "erasure_key") {
      if (log.keys.has(read.key)) return;
      log.keys.set(read.key, Buffer.from(openFromFile("erasure_key", read.sealed, masters), "base64"));
    } else if (read.kind === "api_key") {
      const value = openFromFile("api_key", read.sealed, masters);
      log.apiKey = { value, service_key_id: read.service_key_id, name: read.name, at: read.at };
    } else if (read.kind === "evidence_head") {
      log.evidenceHead = { size: read.size, root: read.root, at: read.at as Instant, signature: read.signature };
    } else {
      const { id, ...marked } = read;
      log.newest.set(id, marked as Marked);
    }
  } catch {
    log.unreadable += 1;
  }
}

/** Lines as they stand in the file, each with its end. */
export const textOf = (lines: readonly Line[]): string => lines.map((entry) => `${JSON.stringify(entry)}\n`).join("");

export const nameOfKey = (key: Buffer): string => hash("sha256", key).slice(0, 16);

/** An erasure or its lifting; `key` made the mark. */
export const markLine = (kind: "erased" | "lifted", key: Buffer, mark: Buffer, time: Instant): Line => ({
  kind,
  at: time,
  key: nameOfKey(key),
  id: mark.toString("hex"),
});

/** A blocked file, and the time of its erasure. */
export const blockedLine = (key: Buffer, mark: Buffer, time: Instant, until: Instant | null): Line => ({
  kind: "blocked",
  at: time,
  key: nameOfKey(key),
  id: mark.toString("hex"),
  until,
});

/** The key of the marks, under the first master secret. */
export const erasureKeyLine = (key: Buffer, time: Instant, masters?: MasterKeys): Line => ({
  kind: "erasure_key",
  at: time,
  key: nameOfKey(key),
  sealed: sealForFile("erasure_key", key.toString("base64"), masters),
});

export const evidenceHeadLine = ({ size, root, at, signature }: SignedHead): Line => ({
  kind: "evidence_head",
  ...{ at, size, root, signature },
});

/** The current API key, under the first master secret. */
export const apiKeyLine = ({ value, ...known }: KnownKey, time: Instant, masters?: MasterKeys): Line => ({
  kind: "api_key",
  at: time,
  ...known,
  sealed: sealForFile("api_key", value, masters),
});
