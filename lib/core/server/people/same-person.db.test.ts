import { expect, it } from "vitest";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { othersLike } from "./same-person.ts";

const database = await ownDatabase();
const receive = receiveInto(database);

const CURP = "NUGF860209MNLXRR03";
const named = (people_id: number, search_number: string | null, role = "shareholder") => ({
  people_id,
  role,
  full_name: "Fernanda Núñez",
  external_identities: { curp: search_number === null ? null : { success: true, search_number } },
});
const answer = (verification_id: string, at: number, ...full_list: object[]) =>
  read(verification_id, at, { full_list }, "people");
const tagged = (verification_id: string, verification_tag: string) =>
  deliver("verification.v2.created", { verification_id, verification_tag, created_at: secondsIn(1) });
const others = (verification_id: string, people_id: number) => othersLike({ verification_id, people_id }, database);

it("has the people with this CURP in other verifications, the last looked up first, and none of the same verification", async () => {
  await receive(
    tagged("ver_b", "EXP-2"),
    answer("ver_a", 10, named(1, CURP), named(2, CURP), named(3, "pendiente"), named(4, null)),
    answer("ver_b", 20, named(7, CURP.toLowerCase(), "legal_representative")),
    answer("ver_c", 30, named(8, CURP), named(9, "NUGF860209MNLXRR11")),
    answer("ver_d", 40, named(3, "pendiente"), named(4, null)),
  );
  const found = { title: null, outcome: "found", people_error: null };
  expect(await others("ver_a", 1)).toEqual({
    items: [
      { ...found, verification_id: "ver_c", people_id: 8, tag: null, role: "shareholder" },
      { ...found, verification_id: "ver_b", people_id: 7, tag: "EXP-2", role: "legal_representative" },
    ],
    has_more: false,
  });
  expect((await others("ver_b", 7)).items.map(({ people_id }) => people_id)).toEqual([8, 2, 1]);
  // A person without a CURP, one with an invalid one, and an unknown one.
  for (const id of [3, 4, 5]) expect(await others("ver_a", id)).toEqual({ items: [], has_more: false });
});

it("has twenty people, and states whether there are more", async () => {
  const curp = "PEXJ700101HDFXXX00";
  const ids = Array.from({ length: 22 }, (_, n) => `ver_many_${n}`);
  await receive(...ids.map((id, n) => answer(id, 50 + n, named(1, curp))));
  const { items, has_more } = await others("ver_many_0", 1);
  expect(items.map(({ verification_id }) => verification_id)).toEqual(ids.slice(2).reverse());
  expect(has_more).toBe(true);
});

it("is found by an index", async () => {
  const client = await database.pool.connect();
  try {
    await client.query("SET enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      "EXPLAIN SELECT FROM verification_people WHERE curps @> ARRAY['NUGF860209MNLXRR03']",
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("verification_people_curps");
  } finally {
    await client.query("RESET enable_seqscan");
    client.release();
  }
});
