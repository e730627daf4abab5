import { beforeEach, describe, expect, it } from "vitest";
import { personKey } from "#components/core/people/person-place.ts";
import { comparePlaces } from "#lib/core/browser/live-rows.ts";
import { FIRST_NEED_TO_KNOW } from "#lib/core/contract/need-to-know/policy.ts";
import type { PeopleOutcome } from "#lib/core/contract/people/person.ts";
import { shortenCurp } from "#lib/core/contract/people/person.ts";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { searchPeople, searchPeopleOf } from "./search.ts";

const database = await ownDatabase();
beforeEach(async () => {
  await database.pool.query(
    "TRUNCATE inbox, verification_people, verification_snapshots, curp_lookups, verification_summaries",
  );
});

const receive = receiveInto(database);

const named = (full_name: string, curp: object | null = null, people_id?: number) => ({
  people_id,
  full_name,
  external_identities: { curp },
});
const answer = (verification_id: string, at: number, ...full_list: object[]) =>
  read(verification_id, at, { full_list }, "people");
const lookup = (verification_id: string, people_id: number, t: number, people_error?: string) =>
  deliver("verification_people.curp_search_completed", { verification_id, people_id, people_error }, t);
const tagged = (verification_id: string, verification_tag: string, at = 1) =>
  deliver("verification.v2.created", { verification_id, verification_tag, created_at: secondsIn(at) });

type Input = Partial<Parameters<typeof searchPeople>[0]>;
const rule = FIRST_NEED_TO_KNOW.roles.support;
const search = (input: Input = {}) => searchPeople({ rule, q: null, outcome: [], ...input }, database);
const names = async (q: string | null, outcome: PeopleOutcome[] = []) =>
  (await search({ q, outcome })).items.map(({ name }) => name);

describe("a text finds people", () => {
  beforeEach(() =>
    receive(
      tagged("ver_Alpha1", "EXP-2041"),
      answer(
        "ver_Alpha1",
        30,
        named("María Fernanda Núñez de la Garza", { success: true, search_number: "NUGF860209MNLXRR03" }),
        named("Fabiana Ibáñez Ruiz"),
      ),
      answer("ver_Beta2", 20, named("ANA MARÍA  PEÑA"), named("100% Real_Name")),
      answer("ver_Gamma3", 10, named("José Peñaloza", { search_number: "PEXJ700101HDFXXX0" })),
    ),
  );

  it.each([
    ["by a part of the name", "ernand", ["María Fernanda Núñez de la Garza"]],
    ["whatever its case and accents", "NUNEZ", ["María Fernanda Núñez de la Garza"]],
    ["and those of what is typed", "peñaloza jóse", ["José Peñaloza"]],
    ["by several words in any order", "garza maria", ["María Fernanda Núñez de la Garza"]],
    [
      "first those in whom it begins a word, the last looked up first",
      "ana",
      ["ANA MARÍA  PEÑA", "Fabiana Ibáñez Ruiz"],
    ],
    ["by one letter where a word begins", "r", ["Fabiana Ibáñez Ruiz", "100% Real_Name"]],
    ["by a CURP", "NUGF860209MNLXRR03", ["María Fernanda Núñez de la Garza"]],
    ["however it is typed", "nugf 860209-MNL.xrr 03", ["María Fernanda Núñez de la Garza"]],
    ["written wrongly, by what is written", "pexj-700101-hdf xxx0", ["José Peñaloza"]],
    ["by the ends that lists show", "NUGF…03", ["María Fernanda Núñez de la Garza"]],
    ["typed with dots", "nugf...03", ["María Fernanda Núñez de la Garza"]],
    ["or apart", " Nugf 03 ", ["María Fernanda Núñez de la Garza"]],
    ["by its four letters", "pexj", ["José Peñaloza"]],
    ["not by most of it", "nugf-860209-m", []],
    ["nor by all but its last character", "NUGF860209MNLXRR0", []],
    ["nor by its beginning", "nugf8", []],
    ["nor by its date", "860209", []],
    ["nor by what is within it", "GF8602", []],
    ["nor by its end", "XRR03", []],
    ["nor by the end of one with another beginning", "pexj…03", []],
    ["by the tag", "exp-2041", ["Fabiana Ibáñez Ruiz", "María Fernanda Núñez de la Garza"]],
    ["by the id of the verification", "VER_gamma3", ["José Peñaloza"]],
    ["by tag and name together", "2041 fabiana", ["Fabiana Ibáñez Ruiz"]],
    ["with what LIKE would take for a wildcard", "100%", ["100% Real_Name"]],
    ["and another", "l_n", ["100% Real_Name"]],
    ["and a backslash is one", "\\", []],
    ["or does not", "nadie", []],
    ["nor does one with U+0000 and half a letter", "\u0000\ud800", []],
  ])("%s", async (_what, q, expected) => {
    expect(await names(q)).toEqual(expected);
  });

  it("and shows only the ends of their CURPs", async () => {
    expect(await search({ q: "fernanda" })).toEqual({
      items: [
        {
          verification_id: "ver_Alpha1",
          tag: "EXP-2041",
          title: null,
          people_id: null,
          occurrence: 0,
          name: "María Fernanda Núñez de la Garza",
          role: null,
          birth_year: 1986,
          curp: "NUGF…03",
          outcome: "found",
          has_pdf: false,
          people_error: null,
          at: "2026-11-20T10:00:30.000000Z",
          place: [0, "2026-11-20T10:00:30.000000Z", "ver_Alpha1", 0],
        },
      ],
      next_cursor: null,
      total: 1,
    });
  });

  it("among given files, up to a page and in the order of pages", async () => {
    const { items } = await search({ q: "a" });
    const inPlaces = items.toSorted((one, other) => comparePlaces(one.place, other.place, true));
    expect(inPlaces).toEqual(items);
    const { next_cursor: until } = await search({ q: "a", limit: 2 });
    const ids = ["ver_Alpha1", "ver_Gamma3", "ver_None"];
    const of = (until: string | null) => searchPeopleOf({ rule, q: "a", outcome: [], ids, until }, database);
    const those = (people: typeof items) => people.filter(({ verification_id: id }) => ids.includes(id));
    expect(await of(null)).toEqual({ items: those(items), total: items.length });
    expect((await of(until)).items).toEqual(those(items.slice(0, 2)));
    expect((await searchPeopleOf({ rule, q: "ana", outcome: ["failed"], ids, until: null }, database)).items).toEqual(
      [],
    );
  });

  it("by each of two CURPs of an answer only when complete, and by the ends of the shown CURP", async () => {
    const curp = {
      search_number: "LOAR950315HMCPRL05",
      applicant_data: { curp: " loar-950315 hmcprl 13 ", names: "Raúl" },
    };
    await receive(answer("ver_Delta4", 40, named("Raúl López", curp, 7)));
    for (const q of ["LOAR950315HMCPRL05", "LOAR950315HMCPRL13", "raul lopez"])
      expect(await names(q)).toEqual(["Raúl López"]);
    for (let from = 0; from < 18; from += 1) {
      for (const whole of ["LOAR950315HMCPRL05", "loar-950315 hmcprl 13"]) {
        const part = whole.slice(from, from + 6);
        if (/\d/.test(part)) expect([part, await names(part)]).toEqual([part, []]);
      }
    }
  });

  it.each([
    "NUGF860209MNLXRR03",
    "ÑAÑE860209MNLXRR0Ñ",
    "A…9",
    "AB12345678",
    "AB1234567",
    "😀😀😀😀12345😀9",
    "NUGF…03",
    "",
  ])("by the ends of %j as they are shown", async (curp) => {
    const { rows } = await database.pool.query<{ ends: string }>("SELECT curp_ends($1) AS ends", [curp]);
    expect(rows[0]?.ends).toBe(shortenCurp(curp).replace(/^…$/, ""));
  });

  it("and says which of them have a PDF in the last answer", async () => {
    const withPdf = { success: true, curp_file: { available: true, expires_at: null } };
    const pdfs = async () => (await search({ q: "ver_delta4" })).items.map(({ name, has_pdf }) => [name, has_pdf]);
    await receive(answer("ver_Delta4", 40, named("Ana", withPdf, 7), named("Zoé", { success: false }, 8)));
    expect(await pdfs()).toEqual([
      ["Zoé", false],
      ["Ana", true],
    ]);
    await receive(answer("ver_Delta4", 50, named("Ana", { success: true }, 7), named("Zoé", withPdf, 8)));
    expect(await pdfs()).toEqual([
      ["Zoé", true],
      ["Ana", false],
    ]);
  });

  it("and distinguishes them even when the service repeats a number or inserts people before them", async () => {
    const [ana, zoe, joel] = [named("Ana", null, 7), named("Zoé", null, 7), named("Joel", null, 3)];
    const keys = async () =>
      Object.fromEntries((await search({ q: "ver_delta4" })).items.map((person) => [person.name, personKey(person)]));
    await receive(answer("ver_Delta4", 40, ana, zoe));
    const before = await keys();
    expect(new Set(Object.values(before)).size).toBe(2);
    await receive(answer("ver_Delta4", 50, joel, ana, zoe));
    const after = await keys();
    expect(after).toMatchObject(before);
    expect(new Set(Object.values(after)).size).toBe(3);
  });

  it("an empty text finds all, the last looked up first", async () => {
    expect(await names("  ")).toEqual([
      "Fabiana Ibáñez Ruiz",
      "María Fernanda Núñez de la Garza",
      "100% Real_Name",
      "ANA MARÍA  PEÑA",
      "José Peñaloza",
    ]);
  });

  it("pages omit no person and repeat none, within and across the two parts of the order", async () => {
    for (const q of [null, "ana", "a", "maria", "v"]) {
      const whole = (await search({ q })).items;
      const found = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: Awaited<ReturnType<typeof search>> = await search({ q, cursor, limit: 1 });
        found.push(...page.items);
        expect(page.total).toBe(whole.length);
        cursor = page.next_cursor;
      }
      expect(found).toEqual(whole);
    }
  });

  it("a new tag is found, and the old one is not", async () => {
    await receive(tagged("ver_Alpha1", "NUEVO-1", 3_000));
    expect((await search({ q: "nuevo-1" })).total).toBe(2);
    expect((await search({ q: "exp-2041" })).total).toBe(0);
  });
});

describe("the outcome", () => {
  const curp = (success: boolean | null) => ({ success });
  beforeEach(() =>
    receive(
      answer(
        "ver_1",
        10,
        named("found", curp(true), 1),
        named("failed", curp(false), 2),
        named("curp_format_error", curp(false), 3),
        named("curp_scrapper_error", curp(null), 4),
        named("curp_service_unavailable", null, 5),
        named("other_error", curp(false), 6),
        named("no_result", curp(null), 7),
        named("none", null, 8),
      ),
      lookup("ver_1", 1, 20),
      lookup("ver_1", 3, 30, "curp_format_error"),
      lookup("ver_1", 4, 40, "curp_scrapper_error"),
      lookup("ver_1", 5, 50, "curp_service_unavailable"),
      lookup("ver_1", 6, 60, "curp_moon_phase"),
    ),
  );

  it("is from the last lookup, else from the answer", async () => {
    for (const { name, outcome } of (await search()).items) expect(outcome).toBe(name);
    expect((await search({ q: "other_error" })).items[0]?.people_error).toBe("curp_moon_phase");
  });

  it("filters, with and without text, one or several of them", async () => {
    expect(await names(null, ["curp_format_error"])).toEqual(["curp_format_error"]);
    expect(await names(null, ["found", "none", "curp_service_unavailable"])).toEqual([
      "curp_service_unavailable",
      "found",
      "none",
    ]);
    expect(await names("error", ["found", "other_error"])).toEqual(["other_error"]);
    expect((await search({ outcome: ["found", "none"], limit: 1 })).total).toBe(2);
  });

  it("changes with a later event, and with a later answer", async () => {
    await receive(lookup("ver_1", 3, 100));
    expect((await search({ q: "curp_format_error" })).items).toMatchObject([{ outcome: "failed", people_error: null }]);
    await receive(answer("ver_1", 200, named("curp_format_error", curp(true), 3)));
    expect((await search()).items).toMatchObject([{ people_id: 3, outcome: "found" }]);
  });
});

it("is unchanged, with the order, by an equal answer, and moves a person by a different one", async () => {
  await receive(
    answer("ver_1", 10, named("Ana")),
    answer("ver_1", 50, named("Ana")),
    answer("ver_2", 30, named("Eva")),
  );
  expect(await names(null)).toEqual(["Eva", "Ana"]);
  await receive(answer("ver_1", 60, named("Ana", { success: true })));
  expect(await names(null)).toEqual(["Ana", "Eva"]);
});

it("unreadable entries name no one, and an overlong name is cut", async () => {
  await receive(read("ver_1", 10, { full_list: "no list" }, "people"), answer("ver_2", 10, named("ñ".repeat(5_000))));
  expect((await search()).items.map(({ name }) => name?.length)).toEqual([300]);
});

it.each(["no cursor", Buffer.from('[0,"yesterday","ver",0]').toString("base64url"), "bnVsbA"])(
  "the cursor %j is refused",
  async (cursor) => {
    await receive(answer("ver_1", 10, named("Ana")));
    await expect(search({ cursor })).rejects.toThrow("Invalid cursor.");
  },
);
