import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import { COVER } from "#lib/core/contract/need-to-know/cover.ts";
import { isErased } from "#lib/core/server/inbox/erasure-marks.ts";
import { coveredBy } from "#lib/core/server/need-to-know/cover.ts";
import { readNeedToKnow } from "#lib/core/server/need-to-know/policy.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { offsetAt } from "#lib/platform/contract/working-time.ts";
import { CotejoError, conflict, forbidden, invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { int8Array } from "#lib/platform/server/db/binary-array.ts";
import { type Client, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import type { PackageChoice } from "#lib/records/contract/evidence/package.ts";
import { IN_UTC, type SealedKind } from "#lib/records/server/evidence/entries.ts";
import { consistencyRanges } from "#lib/records/server/evidence/merkle.ts";
import { readRanges } from "#lib/records/server/evidence/nodes.ts";
import { findHead } from "#lib/records/server/evidence/proofs.ts";
import { type Documents, type Reader, readDocuments } from "./documents.ts";
import { countUnsealed, readSealedEntries, type SealedEntry, type Unsealed } from "./sealed-entries.ts";

export type PackageRequest = PackageChoice & {
  verification_id: string;
  reason?: string | undefined;
  /** By default the newest head. */
  head?: SignedHead;
};

/** The contents of a package except the bodies of deliveries, which are read one at a time. */
export type Collected = {
  verification_id: string;
  choice: PackageChoice;
  made_at: Instant;
  head: SignedHead;
  entries: SealedEntry[];
  heads: LeftHead[];
  unsealed: Unsealed;
  time_zone: { name: string; offsets: [string, number][] };
  documents: Documents;
  /** Covers in texts of the file what the package does not show. */
  cover: <Value>(value: Value) => Promise<Value>;
};

/** Whether pages show the file, and whether data of it is kept. A blocked file is kept and not shown. */
const KNOWN = `
  SELECT EXISTS (SELECT FROM verification_summaries WHERE verification_id = $1) AS shown,
    EXISTS (SELECT FROM inbox WHERE kind = 'delivery' AND verification_id = $1)
      OR EXISTS (SELECT FROM review_log WHERE verification_id = $1) AS kept`;

/** Throws NOT_FOUND, ERASED, and VALIDATION_ERROR for a file that pages do not show if no reason is given. */
async function requireKnown(tx: Client, { verification_id, reason }: PackageRequest): Promise<void> {
  const [known] = (await tx.query<{ shown: boolean; kept: boolean }>(KNOWN, [verification_id])).rows;
  if (known?.shown) return;
  if (!known?.kept) {
    if (await isErased(tx, verification_id))
      throw new CotejoError("ERASED", 410, "This verification was erased here: nothing of it is kept.");
    throw notFound("The verification");
  }
  if (reason === undefined) throw invalid("Invalid reason: pages do not show this file, so say why it is read.");
}

/** Throws as `requireKnown`, FORBIDDEN for whole people if the role may not see them, CONFLICT while nothing is sealed. */
export async function collectPackage(request: PackageRequest, reader: Reader, connection: Pooled): Promise<Collected> {
  const { verification_id, people, notes, language } = request;
  if (people === "whole" && request.reason === undefined)
    throw invalid("Invalid reason: say why the people are in the package whole.");
  const shown = (await readNeedToKnow(connection.pool)).roles[reader.role];
  const showsWhole = shown.curp === "whole" && shown.birth_date && shown.pdf;
  if (people === "whole" && !showsWhole) throw forbidden();
  const sealed = await inSnapshot(connection.pool, async (tx) => {
    await requireKnown(tx, request);
    await tx.query(IN_UTC);
    const head = request.head ?? (await findHead(tx));
    if (!head) throw conflict("Nothing is sealed yet: the worker seals entries every two seconds.");
    const entries = await readSealedEntries(tx, verification_id, head.size);
    const positions = entries.map(({ position }) => position);
    const { working } = await readPolicy(tx);
    return {
      head,
      entries,
      heads: await readLeftHeads(tx, positions, head),
      unsealed: await countUnsealed(tx, verification_id),
      name: working.time_zone,
    };
  });
  const { name, ...rest } = sealed;
  // A package without whole people hides these also from a reader who is shown them.
  const rule = { curp: shown.curp === "none" ? "none" : "shortened", birth_date: false, pdf: false } as const;
  const cover = async <Value>(value: Value) =>
    people === "whole" ? value : coveredBy(rule, value, verification_id, connection.pool);
  const known = await readDocuments(verification_id, sealed.entries, request, reader, connection);
  const contents = await cover(known.contents);
  contents["decisions.json"] = contents["decisions.json"].map((record, at) =>
    withoutDigest(record, known.contents["decisions.json"][at]),
  );
  const documents = { ...known, contents };
  const now = Date.now();
  return {
    ...{ verification_id, choice: { people, notes, language }, documents, cover, ...rest },
    entries: await coverEntries(sealed.entries, cover),
    made_at: instantFromMs(now),
    time_zone: { name, offsets: offsetsOf(name, firstTime(sealed.entries, documents, now), now) },
  };
}

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalJson(one).normalize() === canonicalJson(other).normalize();

/** The digest of a covered basis is covered too: by it, the covered texts could be found by trial. */
const withoutDigest = <Decision extends { basis?: unknown; digest?: string }>(shown: Decision, whole?: Decision) =>
  shown.digest === undefined || isSame(shown.basis, whole?.basis) ? shown : { ...shown, digest: COVER };

type Sealed = { kind: SealedKind; entry: { basis?: unknown; digest?: string } };

/** The entries as a package shows them. Deliveries and events have no texts of people. */
async function coverEntries(entries: readonly SealedEntry[], cover: Collected["cover"]): Promise<SealedEntry[]> {
  const whole = entries.map(({ kind, text }) =>
    kind === "delivery" || kind === "event" ? null : (parseJson(text) as Sealed),
  );
  const shown = await cover(whole);
  return entries.map((entry, at) => {
    const [one, other] = [shown[at], whole[at]];
    if (!one || !other || isSame(one, other)) return entry;
    const text = canonicalJson({ ...one, entry: withoutDigest(one.entry, other.entry) });
    return { ...entry, text, salt: null };
  });
}

type EntryTimes = { at?: string; received_at?: string; t?: number };

function firstTime(entries: readonly SealedEntry[], { contents }: Documents, now: number): number {
  const created = Date.parse(contents["file.json"]?.verification.created_at ?? "");
  const times = entries.flatMap(({ text }) => {
    const { at, received_at, t }: EntryTimes = JSON.parse(text).entry;
    return [Date.parse(at ?? received_at ?? ""), (t ?? Number.NaN) * 1000].filter((ms) => ms > 0);
  });
  return times.reduce((first, ms) => Math.min(first, ms), created > 0 ? created : now);
}

/** Maximum of heads in a package: each has some twenty hashes. */
const MAX_HEADS = 20;

export type LeftHead = { head: SignedHead; hashes: string[] };

/** For each entry the first head that left after it, and the newest head. Heads beyond the log's size are of a former log. */
const HEADS = `
  WITH wanted AS (
    SELECT (SELECT min(size) FROM evidence_heads WHERE size > position AND size <= $2) AS size
    FROM unnest($1::bigint[]) AS position
    UNION SELECT max(size) FROM evidence_heads WHERE size <= $2
  )
  SELECT DISTINCT ON (size) size, encode(root, 'hex') AS root, at, encode(signature, 'base64') AS signature
  FROM evidence_heads WHERE size IN (SELECT size FROM wanted) ORDER BY size DESC, left_at DESC LIMIT ${MAX_HEADS}`;

type HeadRow = { size: number; root: string; at: Instant; signature: string };

/**
 * The first heads that left the machine after these entries, with the proofs that the log under `head` continues their logs:
 * a reader who kept such a head needs no other proof.
 */
async function readLeftHeads(tx: Client, positions: readonly number[], head: SignedHead): Promise<LeftHead[]> {
  const { rows } = await tx.query<HeadRow>(HEADS, [int8Array(positions), head.size]);
  const left: LeftHead[] = [];
  for (const { signature, ...row } of rows) {
    const hashes = await readRanges(tx, consistencyRanges(row.size, head.size));
    left.push({
      head: { ...row, signature: signature.replaceAll("\n", ""), public_key: head.public_key },
      hashes: hashes.map((hash) => hash.toString("hex")),
    });
  }
  return left;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * A zone's offsets from UTC between two times, each with its first minute: a package's page formats times by these offsets
 * alone, so that the text is the same on every machine.
 */
export function offsetsOf(time_zone: string, from: number, to: number): [string, number][] {
  const at = (ms: number) => Math.round(offsetAt(ms, time_zone) / MINUTE);
  const begin = Math.floor(from / MINUTE) * MINUTE;
  const offsets: [string, number][] = [[new Date(begin).toISOString(), at(begin)]];
  for (let day = begin; day < to; day += DAY) {
    let [before, after] = [day, day + DAY];
    if (at(before) === at(after)) continue;
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
      if (at(middle) === at(before)) before = middle;
      else after = middle;
    }
    offsets.push([new Date(after).toISOString(), at(after)]);
  }
  return offsets;
}
