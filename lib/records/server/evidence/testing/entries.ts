import { createHash, randomUUID } from "node:crypto";
import type { Client } from "#lib/platform/server/db/database.ts";

const id = async (client: Client, text: string, values: unknown[]): Promise<number> =>
  (await client.query<{ id: number }>(text, values)).rows[0]?.id as number;

/** Functions that write an entry, for every sealed table but the table of events. */
export const WRITERS = {
  audit_log: (client: Client, of = "ver_one") =>
    id(
      client,
      `INSERT INTO audit_log (action, ids, address, after) VALUES ('people.opened', $1, '10.0.0.1', '{"n": 1.50, "z": null}')
       RETURNING id`,
      [{ verification_id: of }],
    ),
  review_log: (client: Client, of = "ver_one") =>
    id(
      client,
      `INSERT INTO review_log (verification_id, at, kind, reasons, policy_version, differences, handled, request)
       VALUES ($1, clock_timestamp(), 'decided', '{changed}', 1, '[]', '[]', '[]') RETURNING id`,
      [of],
    ),
  file_statements: (client: Client, of = "ver_one") =>
    id(
      client,
      `INSERT INTO file_statements (verification_id, kind, subject, value)
       VALUES ($1, 'relation', 'relation', '{"since": "2023-03-14"}') RETURNING id`,
      [of],
    ),
  inbox: (client: Client, of = "ver_one") =>
    id(
      client,
      `INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, verification_id, state)
       VALUES ('delivery', $1, 'rcv_1', 1764000000, $2, $3, 'applied') RETURNING id`,
      [createHash("sha256").update(randomUUID()).digest("hex"), Buffer.from(`{"id": "${of}"}`), of],
    ),
};
export type SealedTable = keyof typeof WRITERS;
