import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { examples } from "#tools/test/effort.ts";
import { deleteSecret, masterKey, openSecret, reencryptAll, sealSecret, VaultError } from "./vault.ts";

const OLD = masterKey("the master secret that was there before");
const NEW = masterKey("the master secret that is deployed next");
const SECRET = { kind: "webhook_secret", owner: "rcv_1", value: "whsec_0123456789" } as const;

type Stored = { id: string; kind: string; owner: string; master_id: string; nonce: Buffer; ciphertext: Buffer };

let connection: Database;
let pool: Database["pool"];
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "vault test" });
  pool = connection.pool;
  drop = created.drop;
});
afterAll(async () => {
  await connection.close();
  await drop();
});
beforeEach(() => pool.query("TRUNCATE vault_secrets CASCADE"));

const seal = (input: { owner?: string; value?: string } = {}, masters = [OLD]) =>
  sealSecret(pool, { ...SECRET, ...input }, masters);
const stored = async (id: string): Promise<Stored> =>
  (await pool.query<Stored>("SELECT * FROM vault_secrets WHERE id = $1", [id])).rows[0] ?? expect.unreachable();

async function refusal(id: string, masters = [OLD]): Promise<VaultError> {
  const error = await openSecret(pool, id, masters).then(
    () => expect.unreachable("it opened"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(VaultError);
  const shown = `${String(error)}${JSON.stringify(error)}${inspect(error, { showHidden: true, depth: null })}`;
  expect(shown).not.toContain(SECRET.value);
  for (const { key } of masters) expect(shown).not.toContain(key.toString("hex"));
  return error as VaultError;
}

describe("a secret", () => {
  it("is decrypted unchanged, whatever its text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 500 }), async (value) => {
        return (await openSecret(pool, await seal({ value }), [OLD])) === value;
      }),
      { numRuns: examples(10) },
    );
  });

  it("is nowhere in its row, and encrypted differently each time", async () => {
    const rows = await Promise.all([stored(await seal()), stored(await seal())]);
    for (const { ciphertext, nonce } of rows) {
      expect(ciphertext.includes(SECRET.value)).toBe(false);
      expect(nonce).toHaveLength(12);
    }
    const [one, other] = rows;
    expect(one.nonce.equals(other.nonce)).toBe(false);
    expect(one.ciphertext.equals(other.ciphertext)).toBe(false);
  });

  it("is gone after its deletion", async () => {
    const id = await seal();
    await deleteSecret(pool, id);
    expect((await refusal(id)).message).toBe("There is no such secret.");
  });
});

describe("a ciphertext is bound to its row", () => {
  it("so that two rows cannot change places", async () => {
    const [one, other] = [await seal(), await seal({ value: "whsec_another" })];
    const [a, b] = [await stored(one), await stored(other)];
    await pool.query(
      `UPDATE vault_secrets AS row SET nonce = swapped.nonce, ciphertext = swapped.ciphertext
       FROM vault_secrets AS swapped WHERE row.id <> swapped.id`,
    );
    expect((await stored(one)).ciphertext.equals(b.ciphertext)).toBe(true);
    expect((await stored(other)).ciphertext.equals(a.ciphertext)).toBe(true);
    for (const id of [one, other]) expect((await refusal(id)).message).toContain("belongs to another row");
  });

  it.each([
    ["id", `'${randomUUID()}'`],
    ["kind", "'api_key'"],
    ["owner", "'rcv_2'"],
  ])("so that its %s cannot be changed", async (column, value) => {
    const { rows } = await pool.query(`UPDATE vault_secrets SET ${column} = ${value} WHERE id = $1 RETURNING id`, [
      await seal(),
    ]);
    await refusal(rows[0].id);
  });

  it("even if the parts would join to the same text", async () => {
    const id = await seal({ owner: 'a","b' });
    await pool.query("UPDATE vault_secrets SET kind = 'webhook_secret\",\"a', owner = 'b' WHERE id = $1", [id]);
    await refusal(id);
  });
});

describe("tampering", () => {
  it("with any single bit of nonce, text or tag is noticed", async () => {
    const id = await seal();
    const { nonce, ciphertext } = await stored(id);
    const bits = (nonce.byteLength + ciphertext.byteLength) * 8;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bits - 1 }), async (bit) => {
        const whole = Buffer.concat([nonce, ciphertext]);
        whole.writeUInt8(whole.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        await pool.query("UPDATE vault_secrets SET nonce = $2, ciphertext = $3 WHERE id = $1", [
          id,
          whole.subarray(0, nonce.byteLength),
          whole.subarray(nonce.byteLength),
        ]);
        await refusal(id);
      }),
      { numRuns: examples(12) },
    );
  });

  it.each([0, 1, 4, 12, 15, 16, -1])(
    "by cutting the ciphertext to %d bytes is noticed: no shorter tag is accepted",
    async (length) => {
      const id = await seal();
      const { ciphertext } = await stored(id);
      await pool.query("UPDATE vault_secrets SET ciphertext = $2 WHERE id = $1", [id, ciphertext.subarray(0, length)]);
      await refusal(id);
    },
  );

  it("by cutting the nonce is noticed", async () => {
    const id = await seal();
    await pool.query("UPDATE vault_secrets SET nonce = '' WHERE id = $1", [id]);
    await refusal(id);
  });
});

describe("two master secrets", () => {
  it("the first encrypts, either decrypts", async () => {
    const before = await seal();
    const after = await seal({}, [NEW, OLD]);
    expect([(await stored(before)).master_id, (await stored(after)).master_id]).toEqual([OLD.id, NEW.id]);
    for (const id of [before, after]) {
      for (const masters of [
        [NEW, OLD],
        [OLD, NEW],
      ])
        expect(await openSecret(pool, id, masters)).toBe(SECRET.value);
    }
  });

  it("a row names the missing secret that it needs", async () => {
    expect((await refusal(await seal(), [NEW])).message).toBe(
      `A stored secret was encrypted under another COTEJO_SECRET (named ${OLD.id}): add that one as the second.`,
    );
  });

  it("a row that names the wrong secret does not open", async () => {
    const id = await seal();
    await pool.query("UPDATE vault_secrets SET master_id = $1", [NEW.id]);
    expect((await refusal(id, [OLD, NEW])).message).toContain("altered");
  });

  it("without a secret, nothing is stored", async () => {
    await expect(seal({}, [])).rejects.toThrow(VaultError);
    expect((await pool.query("SELECT FROM vault_secrets")).rowCount).toBe(0);
  });
});

describe("encrypting again", () => {
  const reencrypt = (masters: Parameters<typeof reencryptAll>[1]) =>
    inTransaction(pool, (client) => reencryptAll(client, masters));

  it("encrypts the values of another master secret under the first, so that the other can be removed", async () => {
    const ids = [await seal(), await seal({ value: "whsec_another" }), await seal({}, [NEW])];
    const untouched = await stored(ids[2] ?? "");
    expect(await reencrypt([NEW, OLD])).toBe(2);
    expect(await Promise.all(ids.map((id) => openSecret(pool, id, [NEW])))).toEqual([
      SECRET.value,
      "whsec_another",
      SECRET.value,
    ]);
    expect(await stored(ids[2] ?? "")).toEqual(untouched);
    expect(await reencrypt([NEW, OLD])).toBe(0);
  });

  it("changes nothing if one secret cannot be opened", async () => {
    const ids = [await seal(), await seal(), await seal({}, [masterKey("a lost master secret")])];
    const before = await Promise.all(ids.map(stored));
    await expect(reencrypt([NEW, OLD])).rejects.toThrow(VaultError);
    expect(await Promise.all(ids.map(stored))).toEqual(before);
  });
});
