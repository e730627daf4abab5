import { randomInt } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { VerificationPeople } from "#lib/core/contract/people/person.ts";

type Applicant = { curp: string } & Record<string, string>;

/** Born abroad, with one surname, naturalized: a CURP with more information than the usual one. */
export const WENDEL = {
  curp: "BOXW310820HNERXN09",
  names: "WENDEL",
  gender: "HOMBRE",
  birth_date: "1931-08-20",
  birth_entity: "NE",
  nationality: "ALEMANIA",
  first_surname: "BOUREDA",
  second_surname: "",
  evidentiary_document: "CARTA DE NATURALIZACIÓN",
};

const PROOF = {
  act_number: "00042",
  registry_date: "1962-03-05",
  register_entity: "09",
  register_municipality: "CUAUHTÉMOC",
};

/** The registry's answer about a known person. */
export const found = (applicant: Applicant, more: object = {}) => ({
  success: true,
  message: null,
  search_number: applicant.curp,
  applicant_data: applicant,
  evidentiary_document_data: PROOF,
  ...more,
});

/** The registry's answer about an unknown person. */
export const missed = (message: string, search_number = WENDEL.curp) => ({
  success: false,
  message,
  search_number,
  applicant_data: null,
  evidentiary_document_data: null,
});

/** The end of a person's lookup, as a change of a verification. */
export const searched = (people_id: number, result: object, more: object = {}) => ({
  kind: "curp_searched",
  people_id,
  full_name: `Persona ${people_id}`,
  role: "legal_representative",
  result,
  ...more,
});

/** A person unique to a test in any process: the letters of the name occur nowhere else. */
export function inventPerson() {
  const people_id = randomInt(100_000_000, 1_000_000_000);
  const birth_date = new Date(Date.UTC(1960, 0, 1 + (people_id % 14_000))).toISOString().slice(0, 10);
  const letters = [...String(people_id)].map((digit) => "BCDFGHJKLM"[Number(digit)]).join("");
  const surname = `Ñandú${letters.toLowerCase()}`;
  const name = `Zoé ${surname}`;
  const curp = `XEXZ${birth_date.slice(2).replaceAll("-", "")}MDF${letters.slice(0, 3)}0${people_id % 10}`;
  const applicant = {
    curp,
    names: "ZOÉ",
    gender: "MUJER",
    birth_date,
    birth_entity: "CIUDAD DE MÉXICO",
    nationality: "MEXICO",
    first_surname: surname,
    second_surname: "",
    evidentiary_document: "ACTA DE NACIMIENTO",
  };
  return {
    people_id,
    name,
    surname,
    curp,
    searched: (result: object = found(applicant, { evidentiary_document_data: null }), more: object = {}) =>
      searched(people_id, result, { full_name: name, ...more }),
  };
}

export async function peopleOf(observer: APIRequestContext, id: string): Promise<VerificationPeople["full_list"]> {
  const answer: VerificationPeople = await (await observer.get(`/api/verifications/${id}/people`)).json();
  return answer.full_list;
}
