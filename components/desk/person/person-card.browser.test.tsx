import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { FIRST_NEED_TO_KNOW } from "#lib/core/contract/need-to-know/policy.ts";
import type { SamePeople } from "#lib/core/contract/people/people-search.ts";
import { type Person, readPeople } from "#lib/core/contract/people/person.ts";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { PersonCard } from "./person-card.tsx";

/* All fields of any person: `person-card.test.ts`. */

const FILE = "/api/verifications/ver_1";
const AT = "2026-11-20T12:00:00.000000Z";

/** Born abroad, with one surname, naturalized: a CURP with more information than the usual one. */
const WENDEL = {
  ...{ curp: "BOXW310820HNERXN09", names: "WENDEL", first_surname: "BOUREDA", second_surname: "", gender: "HOMBRE" },
  ...{ birth_date: "1931-08-20", birth_entity: "NE", nationality: "ALEMANIA" },
  evidentiary_document: "CARTA DE NATURALIZACIÓN",
};
const PROOF = { act_number: "00042", registry_date: "1962-03-05", register_entity: "09" };
const LOOKUP = { at: AT, reports: 1, last_at: AT, people_error_message: null, shareholder_id: null };

/** A person of an answer with this result of the registry, and with these reports of events. */
function personOf(curp: object, more: Partial<Person> = {}): Person {
  const [read] = readPeople({
    full_list: [
      {
        ...{ people_id: 1, full_name: "Persona 1", role: "legal_representative", shareholder_id: 77 },
        external_identities: { curp: { search_number: WENDEL.curp, ...curp } },
      },
    ],
  });
  if (!read) throw new Error("no person");
  return { ...read, lookup_error: null, lookups: [], has_older_lookups: false, ...more };
}
const found = (more: object = {}) => ({
  ...{ success: true, message: null, applicant_data: { ...WENDEL, ...more }, evidentiary_document_data: PROOF },
  curp_file: { available: true, expires_at: null },
});

function mounted(person: Person, others: SamePeople = { items: [], has_more: false }) {
  return mountPage(
    <PersonCard
      {...{ person, personId: 1, verificationId: "ver_1", tag: "EXP-1", shortenedPerson: false }}
      {...{ shown: FIRST_NEED_TO_KNOW.roles.support, href: "/verifications/ver_1/people/1" }}
      {...{ freshness: null, staleness: null }}
    />,
    {
      ...{ role: "support", address: "/verifications/ver_1/people/1" },
      answers: {
        [`GET ${FILE}/people/1/openings`]: { items: [] },
        [`GET ${FILE}/people/1/others`]: others,
        [`GET ${FILE}/custody`]: { kept: null, erasable: true, holds: [], decided: false, relation_ended_on: null },
      },
    },
  );
}

const region = (name: string | RegExp) => page.getByRole("region", { name });
const textOf = (part: { element: () => Element }) => (part.element().textContent ?? "").replaceAll(/\s+/g, " ");
const part = (name: string) => page.getByRole("table").getByRole("row").filter({ hasText: name });
const lookup = region("CURP lookup");

it("shows the data of the registry in words, explains the CURP, and offers the PDF", async () => {
  const source = { ...LOOKUP, outcome: "found", people_error: null, item_id: 4012, item_type: "ac_mx" } as const;
  mounted(personOf(found(), { lookups: [source] }));
  await expect.element(page.getByRole("heading", { level: 1, name: "Persona 1" })).toBeVisible();
  for (const text of ["August 20, 1931", "NE, born abroad", "09, Ciudad de México"])
    expect(textOf(region("Registry data"))).toContain(text);
  await expect.element(page.getByText("Format valid")).toBeVisible();
  expect(textOf(part("First letter of the second surname"))).toContain("X: there is none");
  await expect
    .element(page.getByRole("link", { name: "Open the PDF" }))
    .toHaveAttribute("href", `${FILE}/people/1/curp.pdf`);
  const document = lookup.getByRole("link", { name: "Articles of incorporation #4012" });
  await expect.element(document).toHaveAttribute("href", "/verifications/ver_1#item-4012");
  expect(textOf(lookup)).not.toContain("Who can repeat the lookup");
  await expectAccessible();
});

it("has words for the caller about a failed lookup, and names the team that can repeat it", async () => {
  const copied: string[] = [];
  Object.assign(navigator.clipboard, { writeText: async (text: string) => void copied.push(text) });
  const missed = { success: false, message: "La CURP no cumple.", applicant_data: null };
  const people_error = "curp_format_error";
  mounted(
    personOf(missed, {
      lookup_error: { people_error, people_error_message: null, at: AT },
      lookups: [{ ...LOOKUP, outcome: people_error, people_error, item_id: null, item_type: null }],
    }),
  );
  const sentence = "The CURP that we have for you is not written correctly. Please send us the correct one.";
  await expect.element(lookup.getByText(`“${sentence}”`)).toBeVisible();
  for (const text of [people_error, "No document stated", "La CURP no cumple."]) expect(textOf(lookup)).toContain(text);
  expect(textOf(lookup)).toContain("Who can repeat the lookup: the team that runs your own system");
  await lookup.getByRole("button", { name: "Copy the sentence" }).click();
  await expect.element(page.getByText("Copied").first()).toBeInTheDocument();
  expect(copied).toEqual([sentence]);
  await expectAccessible();
});

it("names the data that differ from the CURP", async () => {
  mounted(personOf(found({ gender: "MUJER" })));
  await expect.element(part("Sex").getByText("Sex: MUJER")).toBeVisible();
  await expectAccessible();
});

it("leads to the same person in other verifications, without the CURP in the address", async () => {
  const other = { verification_id: "ver_2", people_id: 1, tag: "EXP-2", title: null, role: "legal_representative" };
  mounted(personOf(found()), { items: [{ ...other, outcome: "found", people_error: null }], has_more: false });
  const others = region(/^Also in/);
  await expect
    .element(others.getByRole("link", { name: "EXP-2" }))
    .toHaveAttribute("href", "/verifications/ver_2/people/1");
  for (const text of ["Legal representative", "CURP found"])
    expect(textOf(others.getByRole("listitem"))).toContain(text);
});
