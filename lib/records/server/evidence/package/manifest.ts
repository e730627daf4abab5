import { hash } from "node:crypto";
import { VERSION } from "#lib/platform/server/base/version.ts";
import type { HeadSigner } from "#lib/records/server/evidence/signing-key.ts";
import type { Collected } from "./collect.ts";
import { FORMAT, type Manifest, type ProvenEntry } from "./verifier/verify.js";

export type PackageFile = { name: string; content: Buffer };
export type ListedFile = Manifest["files"][number];

/** The body of an entry: its file, and its SHA-256, over which the entry's digest is computed. */
export type BodyOfEntry = { file: string; sha256: string; whole: boolean };

export const listed = ({ name, content }: PackageFile): ListedFile => ({
  name,
  bytes: content.length,
  sha256: hash("sha256", content),
});

export const jsonOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** The entries as lines, in the order of the manifest. */
export const linesOf = ({ entries }: Pick<Collected, "entries">): Buffer =>
  Buffer.from(entries.map(({ text }) => `${text}\n`).join(""));

/**
 * The entries with their proofs. An entry with a covered text or body has its leaf instead of the salt and of the body's
 * SHA-256: with these the covered part could be found by trial.
 */
export const provenEntries = ({ entries }: Collected, bodies: ReadonlyMap<number, BodyOfEntry>): ProvenEntry[] =>
  entries.map(({ position, kind, id, salt, leaf, hashes }) => {
    const body = kind === "delivery" ? bodies.get(id) : undefined;
    const entry = { position, kind, id, hashes };
    if (salt !== null && body?.whole !== false) return { ...entry, salt, ...(body && { body }) };
    return { ...entry, leaf, ...(body && { body: { file: body.file, whole: false } }) };
  });

/** The signed statement of a package: its files, and the proofs of its entries under one head. */
export function manifestOf(
  collected: Collected,
  bodies: ReadonlyMap<number, BodyOfEntry>,
  files: readonly ListedFile[],
): Buffer {
  const { verification_id, choice, made_at, head, heads, unsealed, time_zone } = collected;
  const manifest: Manifest = {
    ...{ format: FORMAT, schema: 1, verification_id, made_at, made_by: `Cotejo ${VERSION}` },
    ...{ language: choice.language, people: choice.people, notes: [...choice.notes], time_zone, head, unsealed },
    entries: provenEntries(collected, bodies),
    heads,
    files: [...files],
  };
  return jsonOf(manifest);
}

/** A manifest and its signature as files. */
export const signed = (content: Buffer, signer: HeadSigner): [PackageFile, PackageFile] => [
  { name: "manifest.json", content },
  { name: "manifest.sig", content: signer.signManifest(content) },
];
