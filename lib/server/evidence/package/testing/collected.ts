import { createHash } from "node:crypto";
import type { PackageChoice } from "#lib/contract/evidence/package.ts";
import { parseInstant } from "#lib/contract/time.ts";
import { bodyDigest, canonicalEntry, leafOf, type SealedKind } from "#lib/server/evidence/entries.ts";
import { consistencyRanges, inclusionRanges, leafHash, nodeHash, type Range } from "#lib/server/evidence/merkle.ts";
import type { BodyFile } from "#lib/server/evidence/package/bodies.ts";
import type { Collected } from "#lib/server/evidence/package/collect.ts";
import { offsetsOf } from "#lib/server/evidence/package/local-times.ts";
import { signerOf } from "#lib/server/evidence/signing-key.ts";

const SIGNER = signerOf(Buffer.alloc(32, 7));

const sha256 = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();

/** The hash of a range of leaves by the definition of RFC 6962. */
function hashOf(leaves: readonly Buffer[], { from, to }: Range): Buffer {
  if (to - from === 1) return leaves[from] as Buffer;
  let width = 1;
  while (width * 2 < to - from) width *= 2;
  return nodeHash(hashOf(leaves, { from, to: from + width }), hashOf(leaves, { from: from + width, to }));
}

const AT = parseInstant("2026-11-24T18:03:11.123456Z") as string;

type Contents = Collected["documents"]["contents"];

/** Parts of what the product writes into these files, by its types. */
type Given = {
  "file.json"?: { verification: Partial<NonNullable<Contents["file.json"]>["verification"]> };
  "decisions.json"?: Partial<Contents["decisions.json"][number]>[];
  "people.json"?: Contents["people.json"];
  "notes.json"?: Partial<Contents["notes.json"][number]>[];
  "policies.json"?: Partial<Contents["policies.json"][number]>[];
};

type GivenEntry = { kind: SealedKind; columns: object; body?: string };

/** A package's contents over a log of these entries between others, as the server collects them. */
export function collectedOf(given: readonly GivenEntry[], choice: Partial<PackageChoice> = {}, documents: Given = {}) {
  const leaves: Buffer[] = [];
  const bodies: BodyFile[] = [];
  const drafts = given.map(({ kind, columns, body }, at) => {
    leaves.push(leafHash(Buffer.from(`another ${at}`)));
    const salt = sha256(Buffer.from(`salt ${at}`));
    const body_hash = body === undefined ? null : sha256(Buffer.from(body));
    const text = canonicalEntry(
      kind,
      JSON.stringify({ id: at + 1, ...columns }),
      body_hash && bodyDigest(salt, body_hash),
    );
    const position = leaves.push(leafOf(salt, text)) - 1;
    if (body !== undefined && body_hash)
      bodies.push({
        ...{ id: at + 1, name: `deliveries/${at + 1}.json`, sha256: body_hash.toString("hex") },
        ...{ whole: true, content: Buffer.from(body) },
      });
    return {
      position,
      kind,
      id: at + 1,
      salt: salt.toString("hex"),
      text,
      body_hash: body_hash?.toString("hex") ?? null,
    };
  });
  const headOf = (size: number) => {
    const head = { size, root: hashOf(leaves, { from: 0, to: size }).toString("hex"), at: AT };
    return { ...head, signature: SIGNER.sign(head).toString("base64"), public_key: SIGNER.publicKey };
  };
  const hashes = (ranges: readonly Range[]) => ranges.map((range) => hashOf(leaves, range).toString("hex"));
  const size = leaves.length;
  const collected: Collected = {
    verification_id: "ver_one",
    choice: { people: "shortened", notes: [], language: "en", ...choice },
    made_at: AT,
    head: headOf(size),
    entries: drafts.map((draft) => ({ ...draft, hashes: hashes(inclusionRanges(draft.position, size)) })),
    heads: [3, 4]
      .filter((first) => first < size)
      .map((first) => ({ head: headOf(first), hashes: hashes(consistencyRanges(first, size)) })),
    unsealed: { review: 0, delivery: 0 },
    time_zone: {
      name: "America/Mexico_City",
      offsets: offsetsOf("America/Mexico_City", Date.parse(AT), Date.parse(AT)),
    },
    documents: { contents: documents as Contents, people_ids: [] },
  };
  return {
    collected,
    headOf,
    consistency: (first: number) => hashes(consistencyRanges(first, size)),
    signer: SIGNER,
    bodies,
  };
}

const DECIDED = {
  at: AT,
  kind: "decided",
  verification_id: "ver_one",
  user_name: "Ana <script>alert(1)</script>",
  resolution: "accepted",
  reason: "Todo & en orden \u202e",
  policy_version: 1,
  digest: "0".repeat(64),
  basis: {
    status: "finished",
    documents_status: "full_upload",
    run: {
      source: "final",
      computed_at: AT,
      items: [{ severity: "high", message: "Falta el acta", missing_field: null }],
    },
    items: [{ item_id: 7, item_type: "rfc", item_error: null }],
    people: [{ people_id: 3, outcome: "found", people_error: null }],
    labels: ["vip"],
  },
};

/** A file with a decision, two deliveries, an opening and a note, with hostile texts in each. */
export const usual = (choice: Partial<PackageChoice> = {}) =>
  collectedOf(
    [
      {
        kind: "delivery",
        columns: delivery("a"),
        body: '{"event_name":"verification.v2.created","data":{"x":"</script>"}}',
      },
      {
        kind: "audit",
        columns: { at: AT, action: "people.opened", user_email: "ana@example.mx", outcome: "done", ids: {} },
      },
      { kind: "delivery", columns: delivery("b"), body: '{"event_name":"verification.v2.finished","data":{}}' },
      { kind: "review", columns: DECIDED },
    ],
    choice,
    {
      "file.json": {
        verification: {
          title: "Maderas <b>del Norte</b>",
          tag: "</title><script>alert(2)</script>",
          status: "finished",
          created_at: parseInstant("2026-11-20T18:00:00Z"),
        },
      },
      "decisions.json": [{ entry_id: 4, exceptions: ["high_finding", "a_later_code" as "high_finding"] }],
      "notes.json": [
        {
          kind: "general",
          text: "<img src=x onerror=alert(3)>",
          author: { user_id: "rosa", name: "Rosa" },
          created_at: AT,
        },
      ],
      "people.json": [{ people_id: 3, name: "Luz 'O\"Hara", curp: "LUZO…01", outcome: "found" }],
      "policies.json": [{ version: 1, catalogue: [] }],
    },
  );

function delivery(signature: string) {
  return { signature: signature.repeat(64), t: 1_764_000_000, receiver_id: "rcv_1", received_at: AT };
}
