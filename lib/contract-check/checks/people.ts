import { isRecord } from "#lib/contract/events/answer.ts";
import { APPLICANT_FIELDS, EVIDENTIARY_FIELDS, readPeople } from "#lib/contract/people/person.ts";
import { describeAnswer, isSuccess } from "#lib/contract-check/answer.ts";
import {
  beyondReading,
  type Check,
  eachOnce,
  furtherFields,
  type OpenShape,
  otherFields,
  type Source,
  shape,
  statement,
} from "#lib/contract-check/check.ts";
import {
  date,
  filledText,
  flag,
  type Kind,
  orAbsent,
  text,
  unlike,
  unlikeFields,
  wholeNumber,
} from "#lib/contract-check/kind.ts";
import { reading } from "#lib/contract-check/reading.ts";
import { namesOf, shapeOf } from "#lib/contract-check/shape.ts";
import { signedFileOf } from "#lib/contract-check/signed-file.ts";
import {
  each,
  files,
  lookups,
  people,
  peopleBodies,
  peopleLists,
  peopleRead,
  registryData,
} from "#lib/contract-check/sources.ts";
import { field } from "./field.ts";

const LOOKUP = "Resources: CURP lookup result";
const READ = "Endpoints: Verification read";
const object: Kind = { called: "an object", is: isRecord };

/** What may be null where the lookup failed, and only there. */
const filledBySuccess = (name: "applicant_data" | "evidentiary_document_data"): Check =>
  statement(LOOKUP, `\`${name}\` is an object, or null where the lookup failed`, {
    of: lookups,
    expected: "an object where `success` is true; an object or null where it is false",
    differs: (lookup) => {
      const value = lookup[name];
      if (isRecord(value) || (value === null && lookup.success !== true)) return null;
      return value === null ? "null where `success` is true" : shapeOf(value);
    },
  });

const textsOf = (name: "applicant_data" | "evidentiary_document_data", fields: readonly string[]): Check =>
  statement(LOOKUP, `\`${name}\` has its ${fields.length} fields, all texts`, {
    of: registryData(name),
    expected: `texts in ${namesOf(fields)}`,
    differs: (data) => unlikeFields(Object.fromEntries(fields.map((one) => [one, text])), data),
  });

const birthDates: Source<Record<string, unknown>> = (seen) => {
  const { values, none } = registryData("applicant_data")(seen);
  return { values: values.filter(({ birth_date: born }) => typeof born === "string"), none };
};

/** How long each address works from when it was read, in milliseconds. */
const lifetimes = each(
  files,
  ({ file, readAtMs }) => {
    const expiresMs = signedFileOf(file)?.expiresMs ?? null;
    return expiresMs === null ? [] : [expiresMs - readAtMs];
  },
  "no `Expires` that can be read as a time",
);

export const PEOPLE_CHECKS: readonly Check[] = [
  field("Resources: Person", people, "people_id", wholeNumber),
  statement("Resources: Person", "`people_id` tells the people of a verification apart", {
    of: peopleLists,
    expected: "each once",
    differs: (list) => {
      const ids = list.map((person) => person.people_id);
      return new Set(ids).size === ids.length ? null : "one that stands twice";
    },
  }),
  field("Resources: Person", people, "shareholder_id", orAbsent(wholeNumber)),
  field(LOOKUP, lookups, "success", flag),
  statement(LOOKUP, "`message` tells the cause of a failure, and is null otherwise", {
    of: lookups,
    expected: "a text where `success` is false, else null",
    differs: ({ success, message }) => {
      if (success === false) return filledText.is(message) ? null : `${shapeOf(message)} where \`success\` is false`;
      return message === null ? null : `${shapeOf(message)} where \`success\` is true`;
    },
  }),
  field(LOOKUP, lookups, "search_number", filledText),
  filledBySuccess("applicant_data"),
  textsOf("applicant_data", APPLICANT_FIELDS),
  statement(LOOKUP, "`birth_date` is a date, YYYY-MM-DD", {
    of: birthDates,
    expected: "a date",
    differs: ({ birth_date: born }) => unlike(date, born),
  }),
  filledBySuccess("evidentiary_document_data"),
  textsOf("evidentiary_document_data", EVIDENTIARY_FIELDS),
  statement(LOOKUP, "`curp_file` is an address that carries `Expires`", {
    of: files,
    expected: "an address with the parameter `Expires`",
    differs: ({ file }) => {
      const signed = signedFileOf(file);
      if (!signed) return shapeOf(file);
      return signed.expires === null ? "an address without it" : null;
    },
  }),
  statement(LOOKUP, "each read gives a `curp_file` that has not expired", {
    of: lifetimes,
    expected: "`Expires` after the time of the read",
    differs: (lifetimeMs) => (lifetimeMs > 0 ? null : "a time that had passed"),
  }),
  beyondReading(LOOKUP, "the PDF behind `curp_file`", "it is a person's document, and is not fetched"),
  statement(READ, "GET /v2/verifications/{verification_id}/people succeeds", {
    of: peopleRead,
    expected: "200",
    differs: (answer) => (isSuccess(answer) ? null : describeAnswer(answer)),
  }),
  statement(READ, "it answers an object with the list `full_list`", {
    of: peopleBodies,
    expected: "an object with a list in `full_list`",
    differs: (body) => {
      if (!isRecord(body)) return shapeOf(body);
      return Array.isArray(body.full_list) ? null : `${shapeOf(body.full_list)} in \`full_list\``;
    },
  }),
  statement(READ, "the dashboard can read the people", {
    of: peopleBodies,
    expected: "a list of objects",
    differs: (body) => reading(() => readPeople(body)).problem,
  }),
  statement(READ, "each person has `external_identities` with `curp`", {
    of: people,
    expected: "an object with an object in `curp`",
    differs: ({ external_identities: identities }) =>
      isRecord(identities) ? unlikeFields({ curp: object }, identities) : shapeOf(identities),
  }),
];

const PERSON = "Resources: Person";
const MINUTE_MS = 60_000;
const objects = each(peopleBodies, (body) => (isRecord(body) ? [body] : []), "");
const identities = each(people, ({ external_identities: all }) => (isRecord(all) ? [all] : []), "");
const failedLookups = each(lookups, (lookup) => (lookup.success === false ? [lookup] : []), "");

/** How `Expires` is written. */
function writingOf(file: unknown): string {
  const expires = signedFileOf(file)?.expires ?? null;
  if (expires === null) return "left out";
  if (signedFileOf(file)?.expiresMs === null) return shapeOf(expires);
  return /^\d+$/.test(expires) ? "Unix seconds" : "ISO 8601";
}

export const PEOPLE_SHAPES: readonly OpenShape[] = [
  furtherFields(PERSON, "beside `full_list`", objects, ["full_list"]),
  otherFields(PERSON, "other fields", people, ["people_id", "shareholder_id", "external_identities"]),
  furtherFields(PERSON, "other identities", identities, ["curp"]),
  otherFields(LOOKUP, "other fields", lookups, [
    "success",
    "message",
    "search_number",
    "applicant_data",
    "evidentiary_document_data",
    "curp_file",
  ]),
  furtherFields(LOOKUP, "in `applicant_data`", registryData("applicant_data"), APPLICANT_FIELDS),
  furtherFields(
    LOOKUP,
    "in `evidentiary_document_data`",
    registryData("evidentiary_document_data"),
    EVIDENTIARY_FIELDS,
  ),
  shape(LOOKUP, "`curp_file` of failures", {
    of: failedLookups,
    told: (all) => eachOnce(all.map(({ curp_file: file }) => (file === undefined ? "left out" : shapeOf(file)))),
  }),
  shape(LOOKUP, "`Expires`", { of: files, told: (all) => eachOnce(all.map(({ file }) => writingOf(file))) }),
  shape(LOOKUP, "`curp_file` works for", {
    of: lifetimes,
    told: (all) => `${Math.round(Math.min(...all) / MINUTE_MS)} min at least`,
  }),
];
