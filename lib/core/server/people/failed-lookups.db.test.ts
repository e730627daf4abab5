import { expect, it } from "vitest";
import { FIRST_NEED_TO_KNOW } from "#lib/core/contract/need-to-know/policy.ts";
import { FAILED_OUTCOMES } from "#lib/core/contract/people/person.ts";
import { deliver, read } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { countFailedLookups } from "./failed-lookups.ts";
import { searchPeople } from "./search.ts";

const database = await ownDatabase();
const receive = receiveInto(database);

const lookup = (people_id: number, people_error?: string) =>
  deliver("verification_people.curp_search_completed", { verification_id: "ver_1", people_id, people_error });
const person = (people_id: number, curp: object | null) => ({
  people_id,
  full_name: `Ana ${people_id}`,
  external_identities: { curp },
});

it("counts each failure as its list does, and no lookup that found a person or has not ended", async () => {
  const failed = [1, 2, 3, 4].map((people_id) => person(people_id, { success: false }));
  await receive(
    read("ver_1", 10, { full_list: [...failed, person(5, { success: true }), person(6, null)] }, "people"),
    lookup(1, "curp_format_error"),
    lookup(2, "curp_format_error"),
    lookup(3, "curp_unheard_of"),
  );
  const { items } = await countFailedLookups(database);
  expect(items.filter(({ count }) => count !== 0)).toEqual([
    { outcome: "failed", count: 1 },
    { outcome: "curp_format_error", count: 2 },
    { outcome: "other_error", count: 1 },
  ]);
  const rule = FIRST_NEED_TO_KNOW.roles.support;
  const lists = FAILED_OUTCOMES.map(async (outcome) => {
    const { total } = await searchPeople({ rule, q: null, outcome: [outcome] }, database);
    return { outcome, count: total };
  });
  expect(items).toEqual(await Promise.all(lists));
});
