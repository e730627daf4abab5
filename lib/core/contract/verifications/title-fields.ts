import { storableText } from "#lib/platform/contract/text.ts";

/**
 * The fields of the service's answer for a file's title and tax id: JSON Pointers (RFC 6901) into its other fields. The
 * first one with a value counts. The interface documents no such field (Endpoints, Verification read: 'Other fields: not
 * shown'), so there are none until an admin chooses them.
 */
export type TitleFields = { title: string[]; tax_id: string[] };

/** A field of recent answers. */
export type SeenField = {
  /** JSON Pointer. */
  path: string;
  /** Number of examined files with the field. */
  files: number;
  /** The value of the newest of them, cut. */
  example: string;
};

/** `GET /api/settings/title-fields`, and the answer of `PUT`. */
export type TitleFieldsState = {
  chosen: TitleFields;
  /** Most frequent first. */
  seen: SeenField[];
  /** Number of files examined: the ones read last. */
  files: number;
  /** How many files have the titles of this choice; null where nothing was ever chosen. */
  progress: { done: number; total: number; finished: boolean } | null;
};

/** Enough for all names that services use for a field. */
export const MAX_FIELDS = 5;
export const MAX_POINTER = 300;

/** `/company/legal_name` is `["company", "legal_name"]`. */
export const segmentsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));

/** For display: `company › legal_name`. */
export const fieldName = (pointer: string): string => segmentsOf(pointer).join(" › ");

const pointerOf = (segments: readonly string[]): string =>
  segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Longer values are no names; the answer itself keeps them whole. */
const MAX_TEXT = 300;

function textOf(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return storableText(String(value), MAX_TEXT).replaceAll(/\s+/g, " ").trim() || null;
}

/** The first non-empty value of these fields; null without one. Pure. */
export function firstValue(fields: unknown, pointers: readonly string[]): string | null {
  for (const pointer of pointers) {
    const text = textOf(segmentsOf(pointer).reduce(entryOf, fields));
    if (text !== null) return text;
  }
  return null;
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const entryOf = (value: unknown, name: string): unknown =>
  isContainer(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const MAX_DEPTH = 6;
const MAX_SEEN = 200;

/**
 * The fields of a file with a text or a number, at most 200, each with its value. Only the first entry of a list is read,
 * since the number of entries differs from file to file. Pure.
 */
export function textFields(fields: object): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, segments: readonly string[]): void => {
    if (found.size >= MAX_SEEN || segments.length > MAX_DEPTH) return;
    if (isContainer(value)) {
      for (const [name, entry] of Object.entries(Array.isArray(value) ? value.slice(0, 1) : value)) {
        visit(entry, [...segments, name]);
      }
      return;
    }
    const text = textOf(value);
    const pointer = pointerOf(segments);
    if (text !== null && pointer.length <= MAX_POINTER) found.set(pointer, text);
  };
  visit(fields, []);
  return found;
}

/** Usual names of these fields, the likeliest first. */
const USUAL_NAMES = {
  title: [
    "legal_name",
    "razon_social",
    "denominacion_social",
    "company_name",
    "business_name",
    "denominacion",
    "trade_name",
    "nombre_comercial",
    "full_name",
    "nombre_completo",
    "name",
    "nombre",
  ],
  tax_id: ["rfc", "tax_id", "taxpayer_id", "tax_number", "registro_federal_de_contribuyentes", "tin"],
} satisfies Record<keyof TitleFields, string[]>;

/** Each rank in the list of names lowers the weight as much as this share of files without the field. */
const RANK_WEIGHT = 0.05;

/** `legalName` is `legal_name`, `Razón social` is `razon_social`. */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .replaceAll(/[^\p{L}\d]+/gu, "_")
    .toLowerCase();

/** Likely title fields by their name and by the share of files that have them, the likeliest first. Pure. */
export function suggestedFields(
  { seen, files }: Pick<TitleFieldsState, "seen" | "files">,
  kind: keyof TitleFields,
): SeenField[] {
  return seen
    .flatMap((field) => {
      const rank = USUAL_NAMES[kind].indexOf(plain(segmentsOf(field.path).at(-1) ?? ""));
      return rank === -1 ? [] : [{ field, weight: field.files / files - rank * RANK_WEIGHT }];
    })
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ field }) => field);
}
