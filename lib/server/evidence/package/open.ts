import type { PackageFormat } from "#lib/contract/evidence/package.ts";
import type { Actor } from "#lib/server/audit/actor.ts";
import { recordPeopleSent } from "#lib/server/audit/openings.ts";
import { streamedBody } from "#lib/server/base/streamed-body.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { headSigner } from "#lib/server/evidence/signing-key.ts";
import { readBodies } from "./bodies.ts";
import { type Collected, collectPackage, type PackageAsked } from "./collect.ts";
import type { Reader } from "./documents.ts";
import { makePage, type PackageSources, packageFiles } from "./make.ts";
import { readPdfs } from "./pdfs.ts";
import { stampOf } from "./stamp.ts";
import { zipOf } from "./zip.ts";

async function* none(): AsyncGenerator<never, void> {}

const sourcesOf = async (
  { verification_id, entries, choice }: Collected,
  connection: Pooled,
): Promise<PackageSources> => ({
  signer: await headSigner(connection),
  bodies: readBodies(
    entries.filter(({ kind }) => kind === "delivery"),
    { whole: choice.people === "whole" },
    connection,
  ),
  pdfs: choice.people === "whole" ? readPdfs(verification_id, connection) : none(),
  stamp: stampOf,
});

/** The ZIP of a package, whose files are read as they are taken. */
export async function* packageZip(collected: Collected, connection: Pooled): AsyncGenerator<Uint8Array, void> {
  yield* zipOf(packageFiles(collected, await sourcesOf(collected, connection)));
}

/** `ended` resolves when the last byte was taken or its reader left, and rejects as the reading of the file did. */
export type OpenedPackage = { body: ReadableStream<Uint8Array>; ended: Promise<void>; entries: number };

/**
 * The evidence package of a file, as its page or as a ZIP. Its people are recorded as sent, whole or by name, before the first
 * byte. Throws as `collectPackage`.
 */
export async function openPackage(
  { format, ...asked }: PackageAsked & { format: PackageFormat },
  reader: Reader,
  actor: Actor,
  connection: Pooled = database(),
): Promise<OpenedPackage> {
  const collected = await collectPackage(asked, reader, connection);
  const { people_ids } = collected.documents;
  const isWhole = asked.people === "whole";
  const sent = { opened: isWhole ? people_ids : [], named: isWhole ? [] : people_ids };
  await recordPeopleSent({ verification_id: asked.verification_id, ...sent }, actor, connection);
  const ended = Promise.withResolvers<void>();
  const body = streamedBody(piecesOf(format, collected, connection), (end) =>
    typeof end === "object" ? ended.reject(end.error) : ended.resolve(),
  );
  return { body, ended: ended.promise, entries: collected.entries.length };
}

async function* piecesOf(format: PackageFormat, collected: Collected, connection: Pooled) {
  if (format === "zip") yield* packageZip(collected, connection);
  else yield await makePage(collected, await sourcesOf(collected, connection));
}
