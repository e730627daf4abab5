import { hash } from "node:crypto";
import { VERSION } from "#lib/server/base/version.ts";
import type { HeadSigner } from "#lib/server/evidence/signing-key.ts";
import type { Collected } from "./collect.ts";
import { FORMAT, type Manifest } from "./verifier/verify.js";

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

/** The signed statement of a package: its files, and the proofs of its entries under one head. */
export function manifestOf(
  { verification_id, choice, made_at, head, entries, heads, unsealed, time_zone }: Collected,
  bodies: ReadonlyMap<number, BodyOfEntry>,
  files: readonly ListedFile[],
): Buffer {
  const manifest: Manifest = {
    ...{ format: FORMAT, schema: 1, verification_id, made_at, made_by: `Cotejo ${VERSION}` },
    ...{ language: choice.language, people: choice.people, notes: [...choice.notes], time_zone, head, unsealed },
    entries: entries.map(({ position, kind, id, salt, hashes }) => {
      const body = kind === "delivery" ? bodies.get(id) : undefined;
      return { position, kind, id, salt, hashes, ...(body && { body }) };
    }),
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
