import { entriesOf, isRecord, type Listed, otherFieldsOf, type Unreadable } from "#lib/platform/contract/answer.ts";
import type { Freshness } from "#lib/platform/contract/answer-fields.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import { type Instant, parseInstant } from "#lib/platform/contract/time.ts";
import { isPlaceholder } from "./placeholder.ts";

/**
 * The people of a verification (interface, Resources: Person, CURP lookup result), read from a stored answer of the
 * people endpoint: redacted, without any address of a PDF. No zod, so that pages may import it.
 * Null means that the answer has no value, or only a placeholder ('NO APLICA'). Fields outside the interface, or of the
 * wrong type, are kept in the `other_fields` of their object.
 */

type OtherFields = Record<string, unknown>;

/** `applicant_data`, in reading order. */
export const APPLICANT_FIELDS = [
  "curp",
  "names",
  "first_surname",
  "second_surname",
  "gender",
  "birth_date",
  "birth_entity",
  "nationality",
  "evidentiary_document",
] as const;
export type ApplicantData = Record<(typeof APPLICANT_FIELDS)[number], string | null> & { other_fields: OtherFields };

/** `evidentiary_document_data`. */
export const EVIDENTIARY_FIELDS = ["act_number", "registry_date", "register_entity", "register_municipality"] as const;
export type EvidentiaryDocument = Record<(typeof EVIDENTIARY_FIELDS)[number], string | null> & {
  other_fields: OtherFields;
};

/** Whether there is a PDF, and until when its address worked. The address itself is never stored. */
export type CurpFile = { available: boolean; expires_at: Instant | null };

export type CurpLookup = {
  success: boolean | null;
  /** The cause when `success` is false. */
  message: string | null;
  search_number: string | null;
  applicant_data: ApplicantData | null;
  evidentiary_document_data: EvidentiaryDocument | null;
  curp_file: CurpFile;
  other_fields: OtherFields;
};

/** Values of `people_error` that are named (interface, Errors: CURP lookup errors). Others are shown as they come. */
export const CURP_LOOKUP_ERRORS = ["curp_format_error", "curp_scrapper_error", "curp_service_unavailable"] as const;

/** The failure of the last lookup that an event reported (interface, Errors: CURP lookup errors). */
export type LookupError = { people_error: string; people_error_message: string | null; at: Instant };

/** The outcome of a lookup; `ended`: without an error, and no later answer of the service shows the result yet. */
export type LookupResult = PeopleOutcome | "ended";

/** A lookup that an event reported (interface, Event list: `verification_people.curp_search_completed`). */
export type PersonLookup = {
  /** When the service signed the first report of it, to the end of the second: the event has no time of its own. */
  at: Instant;
  /**
   * How often it was reported, and when last. An equal event that is signed again within the time of retries is a
   * repeated report, or another lookup with the same end: events do not tell them apart.
   */
  reports: number;
  last_at: Instant;
  outcome: LookupResult;
  people_error: string | null;
  people_error_message: string | null;
  /** The document before the lookup; null if the event names none. */
  item_id: number | null;
  /** The current type of this document, as in the items of the verification; null if no event has stated one. */
  item_type: string | null;
  shareholder_id: number | null;
};

export type Person = {
  /** Null only if the answer has no valid id. */
  people_id: number | null;
  shareholder_id: number | null;
  /** Outside the interface: the service's name of the person, if it uses this field. */
  full_name: string | null;
  role: string | null;
  external_identities: { curp: CurpLookup | null; other_fields: OtherFields };
  /** Null unless the last lookup failed and no later read shows success. */
  lookup_error: LookupError | null;
  /** Newest first, the last 20 at most; none where no event named the person. */
  lookups: PersonLookup[];
  has_older_lookups: boolean;
  other_fields: OtherFields;
};

/** A person from the answer alone. */
export type ReadPerson = Omit<Person, "lookup_error" | "lookups" | "has_older_lookups">;

/** The people of the last answer, and how fresh it is. */
export type VerificationPeople = { full_list: Person[]; unreadable: Unreadable | null; freshness: Freshness };

/** The people of an answer; the query joins the reports of events. Throws UnreadableAnswer without a list. */
export const listPeople = (answer: unknown): Listed<ReadPerson> =>
  entriesOf(answer, "full_list", (entry) => {
    const fields = fieldsOf(entry);
    const identities = fieldsOf(fields.record("external_identities") ?? {});
    const curp = identities.record("curp");
    return {
      people_id: fields.id("people_id"),
      shareholder_id: fields.id("shareholder_id"),
      full_name: fields.stated("full_name"),
      role: fields.text("role"),
      external_identities: { curp: curp && readCurp(curp), other_fields: identities.rest() },
      other_fields: fields.rest(),
    };
  });

export const readPeople = (answer: unknown): ReadPerson[] => listPeople(answer).entries;

function readCurp(record: OtherFields): CurpLookup {
  const fields = fieldsOf(record);
  const applicant = fields.record("applicant_data");
  const evidentiary = fields.record("evidentiary_document_data");
  return {
    success: fields.flag("success"),
    message: fields.text("message"),
    search_number: fields.stated("search_number"),
    applicant_data: applicant && readTexts(applicant, APPLICANT_FIELDS),
    evidentiary_document_data: evidentiary && readTexts(evidentiary, EVIDENTIARY_FIELDS),
    curp_file: readFile(fields.any("curp_file")),
    other_fields: fields.rest(),
  };
}

/** Takes any value, so that an unredacted address does not stay among the other fields. */
function readFile(value: unknown): CurpFile {
  const mark = isRecord(value) ? value : {};
  const expires = mark.expires_at;
  return {
    available: mark.available === true,
    expires_at: typeof expires === "string" ? parseInstant(expires) : null,
  };
}

function readTexts<Name extends string>(record: OtherFields, names: readonly Name[]) {
  const fields = fieldsOf(record);
  const texts = Object.fromEntries(names.map((name) => [name, fields.stated(name)])) as Record<Name, string | null>;
  return { ...texts, other_fields: fields.rest() };
}

/** Takes fields of a record by their type; `rest` returns the fields that were not taken. */
function fieldsOf(record: OtherFields) {
  const taken = new Set<string>();
  const take = <T>(name: string, is: (value: unknown) => value is T): T | null => {
    const value = Object.hasOwn(record, name) ? record[name] : null;
    if (value !== null && !is(value)) return null;
    taken.add(name);
    return value;
  };
  return {
    text: (name: string) => take(name, (value) => typeof value === "string") || null,
    /** A placeholder counts as missing and stays among the other fields. */
    stated: (name: string) =>
      take(name, (value): value is string => typeof value === "string" && (value === "" || !isPlaceholder(value))) ||
      null,
    flag: (name: string) => take(name, (value) => typeof value === "boolean"),
    id: (name: string) => take(name, (value): value is number => Number.isSafeInteger(value)),
    record: (name: string) => take(name, isRecord),
    any: (name: string) => take(name, (value): value is unknown => true),
    rest: (): OtherFields => otherFieldsOf(record, taken),
  };
}

/** The name of a person by the service, else by the registry; null without either. */
export function personName(person: Pick<Person, "full_name" | "external_identities">): string | null {
  return person.full_name ?? registeredName(person);
}

export function registeredName({ external_identities }: Pick<Person, "external_identities">): string | null {
  const found = external_identities.curp?.applicant_data;
  return [found?.names, found?.first_surname, found?.second_surname].filter(Boolean).join(" ") || null;
}

const SHOWN_FIRST = 4;
const SHOWN_LAST = 2;
/** An identifier that is already shortened: no CURP has the character `…`. */
const SHORTENED = new RegExp(`^.{${SHOWN_FIRST}}….{${SHOWN_LAST}}$`, "u");

/**
 * An identifier of a person in lists, `BOXW…09`: its ends, enough to tell two people apart or to compare with a paper,
 * without the date of birth in between. A text that is too short for this is covered whole.
 */
export function shortenCurp(curp: string): string {
  const letters = [...curp];
  if (SHORTENED.test(curp)) return curp;
  if (letters.length < SHOWN_FIRST + SHOWN_FIRST + SHOWN_LAST) return letters.length > 0 ? "…" : "";
  return `${letters.slice(0, SHOWN_FIRST).join("")}…${letters.slice(-SHOWN_LAST).join("")}`;
}

/** The end of a person's last reported lookup; `people_error` is null unless it failed. */
export type LookupEnd = { people_error: string | null; people_error_message: string | null; at: Instant };

/**
 * The current failure, from the last lookup and an answer read at some time: a success read after the failed lookup
 * supersedes it, since the event of a later lookup may be missing.
 */
export function standingError(
  last: LookupEnd | undefined,
  curp: Pick<CurpLookup, "success"> | null,
  read_at: Instant,
): LookupError | null {
  if (!last || last.people_error === null || (curp?.success === true && read_at >= last.at)) return null;
  const { people_error, people_error_message, at } = last;
  return { people_error, people_error_message, at };
}

/** The state of a person's CURP lookup; `code` as the event stated it, `message` in the words of the service. */
export type LookupOutcome =
  | { state: "found" | "no_result" | "none" }
  | { state: "failed"; code: string | null; message: string | null };

type LookupFacts = Pick<Person, "lookup_error" | "external_identities">;

/** The outcome of a lookup: the last failure that an event reported, else the answer's. */
export function lookupOutcome({ lookup_error, external_identities: { curp } }: LookupFacts): LookupOutcome {
  if (lookup_error) {
    const { people_error: code, people_error_message } = lookup_error;
    // The answer's message belongs to this failure only if the answer states one.
    return { state: "failed", code, message: people_error_message ?? (curp?.success === false ? curp.message : null) };
  }
  if (!curp) return { state: "none" };
  if (curp.success === null) return { state: "no_result" };
  return curp.success ? { state: "found" } : { state: "failed", code: null, message: curp.message };
}

/** The CURP from the registry's answer, else the searched one. */
export const curpOf = ({ external_identities: { curp } }: Pick<Person, "external_identities">): string | null =>
  curp?.applicant_data?.curp ?? curp?.search_number ?? null;

/**
 * The data of a person on a file's page: name, document, outcome of the lookup, and the ends of the CURP. The registry's
 * answer and other fields are left out.
 */
export function shortenedPerson(person: Person): Person {
  const { curp } = person.external_identities;
  const number = curpOf(person);
  return {
    ...person,
    full_name: personName(person),
    external_identities: {
      curp: curp && {
        ...curp,
        search_number: number === null ? null : shortenCurp(number),
        applicant_data: null,
        evidentiary_document_data: null,
        other_fields: {},
      },
      other_fields: {},
    },
    other_fields: {},
  };
}

/**
 * Outcomes for the search of people: failures with a code are separate, since each needs another action. `failed` is an
 * answer without a code: no field states that the registry does not know the CURP. `other_error` is a code outside the
 * interface. `no_result` is an answer without the outcome of the lookup, `none` one without a lookup.
 */
export const FAILED_OUTCOMES = ["failed", ...CURP_LOOKUP_ERRORS, "other_error"] as const;
export type FailedOutcome = (typeof FAILED_OUTCOMES)[number];
export const PEOPLE_OUTCOMES = ["found", ...FAILED_OUTCOMES, "no_result", "none"] as const;
export type PeopleOutcome = (typeof PEOPLE_OUTCOMES)[number];

/** `GET /api/overview/lookups`: how many people have each failure; exact to 1,000, like the total of their list. */
export type FailedLookups = { items: { outcome: FailedOutcome; count: ListCount }[] };

export function peopleOutcome(person: LookupFacts): PeopleOutcome {
  const outcome = lookupOutcome(person);
  if (outcome.state !== "failed") return outcome.state;
  return outcome.code === null ? "failed" : outcomeOfCode(outcome.code);
}

export const outcomeOfCode = (people_error: string): PeopleOutcome =>
  CURP_LOOKUP_ERRORS.find((code) => code === people_error) ?? "other_error";
