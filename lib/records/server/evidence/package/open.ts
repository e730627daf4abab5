import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { recordPeopleSent } from "#lib/core/server/need-to-know/openings.ts";
import { readOpenedPdfs } from "#lib/desk/server/review/opened-pdfs.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { streamedBody } from "#lib/platform/server/base/streamed-body.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import type { PackageFormat } from "#lib/records/contract/evidence/package.ts";
import { headSigner } from "#lib/records/server/evidence/signing-key.ts";
import { readBodies } from "./bodies.ts";
import { type Collected, collectPackage, type PackageRequest } from "./collect.ts";
import type { Reader } from "./documents.ts";
import { makePage, type PackageSources, packageFiles } from "./make.ts";
import type { PackageFile } from "./manifest.ts";
import { stampOf } from "./stamp.ts";

async function* none(): AsyncGenerator<never, void> {}

/** The sources of a package besides its collected contents. */
export const sourcesOf = async (
  { verification_id, entries, choice, cover }: Collected,
  connection: Pooled,
): Promise<PackageSources> => {
  const signer = await headSigner(connection);
  return {
    signer,
    bodies: readBodies(
      entries.filter(({ kind }) => kind === "delivery"),
      cover,
      connection,
    ),
    pdfs: choice.people === "whole" ? readPdfs(verification_id, connection) : none(),
    stamp: (manifest) => stampOf(manifest, signer),
  };
};

/** `ended` resolves when the last byte was taken or the reader left, and rejects with an error of reading the files. */
export type OpenedPackage = { body: ReadableStream<Uint8Array>; ended: Promise<void> };

/** A ZIP of these files that is made while it is read. */
export const opened = (files: AsyncIterable<PackageFile>): OpenedPackage => bodyOf(zipOf(files));

function bodyOf(pieces: AsyncGenerator<Uint8Array, void>): OpenedPackage {
  const ended = Promise.withResolvers<void>();
  const body = streamedBody(pieces, (end) => (typeof end === "object" ? ended.reject(end.error) : ended.resolve()));
  return { body, ended: ended.promise };
}

/** Collects a package, and records its people as sent, whole or by name, before the first byte. Throws as `collectPackage`. */
export async function prepare(
  request: PackageRequest,
  reader: Reader,
  actor: Actor,
  connection: Pooled,
): Promise<Collected> {
  const collected = await collectPackage(request, reader, connection);
  const { people_ids } = collected.documents;
  const isWhole = request.people === "whole";
  const sent = { opened: isWhole ? people_ids : [], named: isWhole ? [] : people_ids };
  await recordPeopleSent({ verification_id: request.verification_id, ...sent }, actor, connection);
  return collected;
}

/** The evidence package of a file, as its page or as a ZIP. Throws as `collectPackage`. */
export async function openPackage(
  { format, ...request }: PackageRequest & { format: PackageFormat },
  reader: Reader,
  actor: Actor,
  connection: Pooled = database(),
): Promise<OpenedPackage & { entries: number }> {
  const collected = await prepare(request, reader, actor, connection);
  const sources = await sourcesOf(collected, connection);
  const made = format === "zip" ? opened(packageFiles(collected, sources)) : bodyOf(pageOf(collected, sources));
  return { ...made, entries: collected.entries.length };
}

async function* pageOf(collected: Collected, sources: PackageSources): AsyncGenerator<Uint8Array, void> {
  yield await makePage(collected, sources);
}

/**
 * The PDFs that authors of decisions had opened, as far as their bytes are kept, each once. They show people whole. Their
 * digests are in the sealed entries of the decisions.
 */
async function* readPdfs(verification_id: string, { pool }: Pooled): AsyncGenerator<PackageFile, void> {
  const known = new Set<string>();
  for (const { sha256, content } of await readOpenedPdfs(pool, verification_id)) {
    if (known.has(sha256)) continue;
    known.add(sha256);
    const bytes = await content();
    if (bytes) yield { name: `pdfs/${sha256}.pdf`, content: bytes };
  }
}

/** The bytes of a ZIP archive of these files; one file is in memory at a time. */
async function* zipOf(files: AsyncIterable<PackageFile>): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  const fill = async () => {
    for await (const { name, content } of files) {
      if (output.destroyed) return;
      current = Readable.from(content.length > 0 ? [content] : [], { objectMode: false });
      zip.addReadStream(current, name);
      await finished(current);
    }
    zip.end();
  };
  const filled = fill().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    yield* output;
    await filled;
  } finally {
    output.destroy();
    (current as Readable | null)?.destroy();
  }
}
