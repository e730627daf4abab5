import type { PeopleOutcome } from "#lib/core/contract/people/person.ts";
import { MAX_POINTS, type RequestPoint } from "#lib/core/contract/verifications/review.ts";
import { DOCUMENTS_STATUSES, type Finding } from "#lib/core/contract/verifications/verification.ts";
import { holdsCurp } from "#lib/platform/contract/curp-shape.ts";
import type { ReviewItem, ReviewPolicy } from "./facts.ts";
import { needsPerson } from "./lookups.ts";

/**
 * The points of a request to a customer, and its letter. The letter holds only the arguments of these functions: no id, no
 * severity, no text of findings, no note. No zod, so that pages may import it.
 */

/** The missing parts of a file, as its page or the rules have them. */
export type MissingParts = {
  /** Findings of the current run. */
  findings: readonly Pick<Finding, "missing_field">[];
  items: readonly Pick<ReviewItem, "item_id" | "item_type" | "item_error" | "problem">[];
  people: readonly { people_id: number | null; outcome: PeopleOutcome; people_error: string | null }[];
  documents_status: string | null;
};

/**
 * All possible points, each once: missing fields in the order of their words, documents and people by number, and finally
 * missing uploads. Excluded are failures that a later lookup may resolve, and people without a number.
 */
export function requestPoints({ findings, items, people, documents_status }: MissingParts): RequestPoint[] {
  const fields = new Map<string, string>();
  for (const field of findings.map(({ missing_field }) => onOneLine(missing_field ?? "")).toSorted()) {
    if (field !== "" && !fields.has(fieldKey(field))) fields.set(fieldKey(field), field);
  }
  const failed = items.filter(({ problem }) => problem !== null).toSorted((a, b) => a.item_id - b.item_id);
  const wrong = people
    .flatMap(({ people_id, outcome, people_error }) =>
      people_id !== null && needsPerson(outcome) ? [{ people_id, people_error }] : [],
    )
    .toSorted((a, b) => a.people_id - b.people_id);
  const points: RequestPoint[] = [
    ...[...fields.values()].map((missing_field) => ({ about: "missing_field", missing_field }) as const),
    ...failed.map(({ item_id, item_type, item_error }) => ({ about: "item", item_id, item_type, item_error }) as const),
    ...wrong.map(({ people_id, people_error }) => ({ about: "person", people_id, people_error }) as const),
    ...(isUnfilled(documents_status) ? [{ about: "documents" } as const] : []),
  ];
  const distinct = new Map(points.map((point) => [pointKey(point), point]));
  return [...distinct.values()].slice(0, MAX_POINTS);
}

/** Missing fields are the same where only capitals and spaces differ. */
export const fieldKey = (missing_field: string): string => onOneLine(missing_field).toLowerCase();

/** The subject of a point as one text. */
export const pointKey = (point: RequestPoint): string => {
  switch (point.about) {
    case "missing_field":
      return `field ${fieldKey(point.missing_field)}`;
    case "item":
      return `item ${point.item_id}`;
    case "person":
      return `person ${point.people_id}`;
    case "documents":
      return "documents";
  }
};

/** Known and incomplete: an unknown status does not show that anything is missing. */
const isUnfilled = (documents_status: string | null): boolean =>
  documents_status !== "full_upload" && DOCUMENTS_STATUSES.some((known) => known === documents_status);

/** Errors of how document types are set up at the service: a customer can do nothing about them. */
const SETUP_ERRORS: readonly (string | null)[] = ["unknown_custom_item_type", "misconfigured_custom_item_type"];

/** Whether a point is asked for by default. */
export const isForCustomer = (point: RequestPoint): boolean =>
  point.about !== "item" || !SETUP_ERRORS.includes(point.item_error);

/** The words of a letter in its language; unknown values of the service appear as the service wrote them. */
export type LetterWords = {
  heading: (about: RequestPoint["about"]) => string;
  /** A missing datum whose name is left out because it holds a CURP. */
  unnamedField: string;
  item: (item_type: string | null, item_error: string | null) => string;
  person: (name: string | null, people_error: string | null) => string;
  documents: string;
  /** The name of a file without title and tag. */
  unnamedFile: string;
  /** A line for several points of one kind. */
  times: (line: string, count: number) => string;
};

/** The text of a point: one line, without a CURP. */
export function lineOf(point: RequestPoint, nameOf: (people_id: number) => string | null, words: LetterWords): string {
  switch (point.about) {
    case "missing_field":
      return withoutCurp(point.missing_field) || words.unnamedField;
    case "item":
      return onOneLine(words.item(cleaned(point.item_type), cleaned(point.item_error)));
    case "person":
      return onOneLine(words.person(cleaned(nameOf(point.people_id)), cleaned(point.people_error)));
    case "documents":
      return onOneLine(words.documents);
  }
}

const GROUPS = ["missing_field", "item", "person", "documents"] as const satisfies RequestPoint["about"][];

type Names = {
  title: string | null;
  tag: string | null;
  nameOf: (people_id: number) => string | null;
  /** The installation's addressee and signature, the officer's name, and the day of the follow-up in words. */
  frame?: Pick<ReviewPolicy["letter"], "addressee" | "signature"> & { officer: string; day: string };
};

/** The letter: points by subject, equal ones on one line with their number, within a template. */
export function letterOf(points: readonly RequestPoint[], template: string, named: Names, words: LetterWords): string {
  const distinct = new Map(points.map((point) => [pointKey(point), point]));
  const groups = GROUPS.flatMap((about) => {
    const lines = new Map<string, number>();
    for (const point of distinct.values()) {
      if (point.about !== about) continue;
      const line = lineOf(point, named.nameOf, words);
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
    if (lines.size === 0) return [];
    const written = [...lines].map(([line, count]) => `- ${count === 1 ? line : words.times(line, count)}`);
    return [[words.heading(about), ...written].join("\n")];
  });
  const tag = cleaned(named.tag) ?? "";
  const { addressee = "", signature = "", officer = "", day = "" } = named.frame ?? {};
  const file = { title: cleaned(named.title) || tag || words.unnamedFile, tag, officer: cleaned(officer) ?? "" };
  const places = {
    ...file,
    points: groups.join("\n\n"),
    day,
    addressee: filled(addressee, file),
    signature: filled(signature, file),
  };
  return filled(framed(template), places).trim();
}

/** Adds missing placeholders: the addressee at the beginning, the signature at the end. */
function framed(template: string): string {
  const begun = template.includes("{addressee}") ? template : `{addressee}\n\n${template}`;
  return begun.includes("{signature}") ? begun : `${begun}\n\n{signature}`;
}

/** In one pass, so that a brace in a value is not taken for a placeholder. */
const filled = (template: string, places: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place);

/** The file's name in the letter. */
export const titleOf = ({ title, tag }: Pick<Names, "title" | "tag">): string | null =>
  cleaned(title) || cleaned(tag) || null;

const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const cleaned = (text: string | null): string | null => (text === null ? null : withoutCurp(text) || null);

/** The words of a text without those that hold a CURP; empty if a CURP is spread over several. */
function withoutCurp(text: string): string {
  const rest = onOneLine(text)
    .split(" ")
    .filter((word) => !holdsCurp(word))
    .join(" ");
  return holdsCurp(rest) ? "" : rest;
}
