import { APPLICANT_FIELDS, EVIDENTIARY_FIELDS, listPeople } from "#lib/core/contract/people/person.ts";
import { everyEntry, isRecord } from "#lib/platform/contract/answer.ts";
import { parseInstant } from "#lib/platform/contract/time.ts";
import * as kind from "./kind.ts";
import { each, eachOnce, fieldRules, others, type Part, rulesOf, shapesOf } from "./rule.ts";
import { shapeOf } from "./shape.ts";
import { bodies, listed, read, reading, recordIn, succeeds } from "./sources.ts";
import { noVerification } from "./verification.ts";

const NO_PEOPLE = "no verification that was given has people";
const NO_LOOKUP = "no person that was read has a CURP lookup";
const answers = read("/v2/verifications/{verification_id}/people", noVerification);
const answered = bodies(answers);
const lists = each(answered, (json) => [listed(json)].filter((list) => list.length > 0), NO_PEOPLE);
const people = each(lists, (list) => list, NO_PEOPLE);
const identities = each(people, recordIn("external_identities"), NO_LOOKUP);
const lookups = each(identities, recordIn("curp"), NO_LOOKUP);
const successes = each(lookups, (one) => (one.success === true ? [one] : []), "no CURP lookup that was read succeeded");
const failures = each(lookups, (one) => (one.success === false ? [one] : []));
/** The registry's data in each lookup, successful or failed. */
const registryData = (name: string) => each(lookups, recordIn(name), `no lookup that was read has \`${name}\``);
const applicants = registryData("applicant_data");
const documents = registryData("evidentiary_document_data");

/** The form and the time of the parameter `Expires` of `curp_file`; null if `curp_file` is no address. */
function signedFileOf({ curp_file: file }: Record<string, unknown>) {
  if (typeof file !== "string" || !/^https?:/i.test(file) || !URL.canParse(file)) return null;
  const expires = new URL(file).searchParams.get("Expires");
  if (expires === null) return { writing: "left out", expiresMs: null };
  if (/^\d{9,11}$/.test(expires)) return { writing: "Unix seconds", expiresMs: Number(expires) * 1_000 };
  const instant = parseInstant(expires);
  return instant
    ? { writing: "ISO 8601", expiresMs: Date.parse(instant) }
    : { writing: shapeOf(expires), expiresMs: null };
}
const expiries = each(
  each(successes, (one) => [signedFileOf(one)?.expiresMs ?? null]),
  (expiresMs) => (expiresMs === null ? [] : [expiresMs]),
  "no `Expires` that can be read as a time",
);

const person = rulesOf("Resources: Person");
const lookup = rulesOf("Resources: CURP lookup result");
const endpoint = rulesOf("Endpoints: Verification read");
const openPerson = shapesOf("Resources: Person");
const open = shapesOf("Resources: CURP lookup result");

const FIELDS = ["success", "message", "search_number", "curp_file", "applicant_data", "evidentiary_document_data"];
const dataRules = (name: string, data: typeof applicants, fields: readonly string[]) => [
  lookup(`\`${name}\` is an object, or null where the lookup failed`, lookups, ({ [name]: value, success }) => {
    if (isRecord(value) || (value === null && success !== true)) return null;
    return value === null ? "null where `success` is true" : shapeOf(value);
  }),
  lookup(`\`${name}\` has its ${fields.length} fields, all texts`, data, (all) =>
    kind.unlikeObject(Object.fromEntries(fields.map((one) => [one, kind.text])), all),
  ),
];

export const PEOPLE: Part = {
  rules: [
    ...fieldRules("Resources: Person", people, { people_id: kind.wholeNumber, "shareholder_id?": kind.wholeNumber }),
    person("`people_id` distinguishes the people of a verification", lists, (list) =>
      new Set(list.map(({ people_id: id }) => id)).size === list.length ? null : "one that stands twice",
    ),
    ...fieldRules("Resources: CURP lookup result", lookups, { success: kind.flag, search_number: kind.filledText }),
    lookup("`message` names the cause of a failure, and is null otherwise", lookups, ({ success, message }) => {
      const seen = kind.unlike(success === false ? kind.filledText : kind.nothing, message);
      return seen && `${seen} where \`success\` is ${success !== false}`;
    }),
    ...dataRules("applicant_data", applicants, APPLICANT_FIELDS),
    lookup("`birth_date` is a date, YYYY-MM-DD", applicants, ({ birth_date: born }) =>
      typeof born === "string" ? kind.unlike(kind.date, born) : null,
    ),
    ...dataRules("evidentiary_document_data", documents, EVIDENTIARY_FIELDS),
    lookup("`curp_file` is an address that carries `Expires`", successes, (one) => {
      const signed = signedFileOf(one);
      if (!signed) return shapeOf(one.curp_file);
      return signed.writing === "left out" ? "an address without it" : null;
    }),
    lookup("each read gives a `curp_file` that has not expired", expiries, (expiresMs, { answer }) =>
      expiresMs > answer.atMs ? null : "a time that had passed",
    ),
    endpoint("GET /v2/verifications/{verification_id}/people succeeds", answers, succeeds),
    endpoint("it answers an object with the list `full_list`", answered, (body) => {
      if (!isRecord(body)) return shapeOf(body);
      return Array.isArray(body.full_list) ? null : `${shapeOf(body.full_list)} in \`full_list\``;
    }),
    endpoint(
      "the dashboard can read the people",
      answered,
      (body) => reading(() => everyEntry(listPeople(body))).problem,
    ),
    endpoint("each person has `external_identities` with `curp`", people, ({ external_identities: all }) =>
      kind.unlikeObject({ curp: kind.object }, all),
    ),
  ],
  shapes: [
    openPerson(
      "beside `full_list`",
      each(answered, (body) => (isRecord(body) ? [body] : [])),
      others(["full_list"], null),
    ),
    openPerson("other fields", people, others(["people_id", "shareholder_id", "external_identities"])),
    openPerson("other identities", identities, others(["curp"], null)),
    open("other fields", lookups, others(FIELDS)),
    open("in `applicant_data`", applicants, others(APPLICANT_FIELDS, null)),
    open("in `evidentiary_document_data`", documents, others(EVIDENTIARY_FIELDS, null)),
    open(
      "`curp_file` of failures",
      failures,
      eachOnce(({ curp_file: file }) => (file === undefined ? "left out" : shapeOf(file))),
    ),
    open(
      "`Expires`",
      successes,
      eachOnce((one) => signedFileOf(one)?.writing ?? "left out"),
    ),
    open("`curp_file` works for", expiries, (_, found) => {
      const left = found.map(({ value, call }) => value - call.answer.atMs);
      return `${Math.round(Math.min(...left) / 60_000)} min at least`;
    }),
  ],
};
