import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { conflict, invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { findHead } from "#lib/records/server/evidence/proofs.ts";
import { headSigner } from "#lib/records/server/evidence/signing-key.ts";
import type { Reader } from "./documents.ts";
import { packageFiles } from "./make.ts";
import { jsonOf, listed, type PackageFile, signed } from "./manifest.ts";
import { type OpenedPackage, opened, prepare, sourcesOf } from "./open.ts";
import { programs } from "./programs.ts";
import { periodReadmeOf } from "./readme.ts";
import { stampOf } from "./stamp.ts";
import { PERIOD_FORMAT, type PeriodManifest } from "./verifier/verify.js";

/** Maximum of files in one package of a period; more files need a shorter period. */
export const MAX_FILES = 2_000;

export type Period = { from: Instant; to: Instant };

/** The files with a decision of the period that pages show. Packages of blocked files are read one by one, with a reason. */
const FILES = `
  SELECT verification_id FROM review_log JOIN verification_summaries USING (verification_id)
  WHERE digest IS NOT NULL AND review_log.at >= $1 AND review_log.at < $2
  GROUP BY verification_id ORDER BY min(review_log.id) LIMIT ${MAX_FILES + 1}`;

/**
 * The packages of all files decided in a period, under one head, as one ZIP that is made while it is read and never stored.
 * Throws NOT_FOUND for a period without decisions, and VALIDATION_ERROR for more than MAX_FILES.
 */
export async function openPeriod(
  period: Period & { language: Locale },
  reader: Reader,
  actor: Actor,
  connection: Pooled = database(),
): Promise<OpenedPackage & { files: number }> {
  const { rows } = await connection.pool.query<{ verification_id: string }>(FILES, [period.from, period.to]);
  if (rows.length > MAX_FILES) throw invalid(`More than ${MAX_FILES} files were decided: take a shorter period.`);
  if (rows.length === 0) throw notFound("A decision of this period");
  const head = await findHead(connection.pool);
  if (!head) throw conflict("Nothing is sealed yet: the worker seals entries every two seconds.");
  const ids = rows.map(({ verification_id }) => verification_id);
  const files = periodFiles(ids, { ...period, head }, { reader, actor }, connection);
  return { ...opened(files), files: ids.length };
}

type PeriodRequest = Period & { language: Locale; head: SignedHead };

async function* periodFiles(
  ids: readonly string[],
  { language, head, ...period }: PeriodRequest,
  { reader, actor }: { reader: Reader; actor: Actor },
  connection: Pooled,
): AsyncGenerator<PackageFile, void> {
  const packages: PeriodManifest["packages"] = [];
  for (const [at, verification_id] of ids.entries()) {
    const request = { verification_id, people: "shortened", notes: [], language } as const;
    const collected = await prepare({ ...request, head }, reader, actor, connection);
    const folder = `files/${String(at + 1).padStart(6, "0")}`;
    for await (const file of packageFiles(collected, { ...(await sourcesOf(collected, connection)), stamp: null })) {
      if (file.name === "manifest.json") packages.push({ folder, verification_id, sha256: listed(file).sha256 });
      yield { name: `${folder}/${file.name}`, content: file.content };
    }
  }
  const own: PackageFile[] = [
    { name: "README.txt", content: Buffer.from(periodReadmeOf({ ...period, language, files: ids.length })) },
    { name: "public-key.pem", content: Buffer.from(head.public_key) },
    { name: "verify-evidence.mjs", content: Buffer.from(programs().command) },
  ];
  yield* own;
  const manifest = manifestOf({ ...period, head, packages, files: own.map(listed) });
  const signer = await headSigner(connection);
  yield* signed(manifest, signer);
  yield await stampOf(manifest, signer);
}

function manifestOf(facts: Pick<PeriodManifest, "from" | "to" | "head" | "packages" | "files">): Buffer {
  const made = { made_at: instantFromMs(Date.now()), made_by: `Cotejo ${VERSION}` };
  const manifest: PeriodManifest = { format: PERIOD_FORMAT, schema: 1, ...made, ...facts };
  return jsonOf(manifest);
}
