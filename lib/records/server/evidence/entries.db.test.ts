import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { examples, SEED } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { canonicalEntry, SOURCE } from "./entries.ts";

const { pool } = await ownDatabase();
const client = await pool.connect();
afterAll(() => client.release());

/** As the first deliveries were sealed: their leaves have to verify for ever. */
const FIRST = `jsonb_build_object('id', id, 'signature', signature, 't', signed_at, 'receiver_id', receiver_id,
  'received_at', received_at)::text`;

const SELECT = `
  SELECT ${SOURCE.delivery.entry} AS entry, ${FIRST} AS first
  FROM (SELECT $1::bigint AS id, $2::text AS signature, $3::text AS receiver_id, $4::bigint AS signed_at,
    $5::timestamptz AS received_at) AS source`;

// PostgreSQL stores no U+0000.
const text = fc
  .oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.constantFrom('a"\\\n\t\u2028\u007f', ""))
  .map((string) => string.replaceAll("\0", "").toWellFormed());

it("has the text of a delivery in its canonical form", async () => {
  await client.query("SET TIME ZONE 'UTC'");
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.option(text),
      fc.option(text),
      fc.option(fc.maxSafeInteger()),
      fc.option(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })),
      fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 })),
      async (id, signature, receiver, t, at, digest) => {
        const { rows } = await client.query<{ entry: string; first: string }>(SELECT, [id, signature, receiver, t, at]);
        const { entry = "", first = "" } = rows[0] ?? {};
        const columns = Object.entries(parseJson(first) as object).filter(([, value]) => value !== null);
        const body = digest && { body_digest: Buffer.from(digest).toString("hex") };
        expect(canonicalEntry("delivery", entry, digest && Buffer.from(digest))).toBe(
          canonicalJson({ kind: "delivery", entry: { ...Object.fromEntries(columns), ...body } }),
        );
      },
    ),
    { numRuns: examples(200), seed: SEED, endOnFailure: true },
  );
});
