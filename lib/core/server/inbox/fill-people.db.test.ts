import { expect, it } from "vitest";
import { read } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { fillPeople } from "./fill-people.ts";

const database = await ownDatabase();
const { pool } = database;
const receive = receiveInto(database);

const person = (people_id: number, applicant_data: object | null) => ({
  people_id,
  full_name: "María Hernández",
  role: "shareholder",
  external_identities: { curp: { success: true, search_number: "HEXM900101MDFRRR09", applicant_data } },
});

it("people written by an earlier version get their role and year of birth, as in a new answer", async () => {
  await receive(
    ...Array.from({ length: 150 }, (_, number) =>
      read(`ver_${number}`, 10, { full_list: [person(1, { birth_date: "1985-02-03" }), person(2, null)] }, "people"),
    ),
  );
  const told = async () =>
    (
      await pool.query(
        "SELECT DISTINCT people_id, role, birth_year FROM verification_people WHERE told_apart ORDER BY people_id",
      )
    ).rows;
  const all = [
    { people_id: 1, role: "shareholder", birth_year: 1985 },
    { people_id: 2, role: "shareholder", birth_year: 1990 },
  ];
  expect(await told()).toEqual(all);
  const before = await dumpProjections(pool);
  await pool.query("UPDATE verification_people SET role = NULL, birth_year = NULL, told_apart = false");
  await fillPeople(database, new AbortController().signal);
  expect(await told()).toEqual(all);
  expect(await dumpProjections(pool)).toBe(before);
});
