import { holdsCurp, holdsPartOfCurp } from "./curp-shape.ts";
import { isStorable } from "./text.ts";

/**
 * Filters of lists as URL parameters: the same in a page's address and in the request for its rows. Own code beside nuqs:
 * an unreadable value is reported with its reason, a CURP is removed from the address, and server and browser share the
 * definition.
 */

/** An unreadable parameter: the filter leaves it out, and the page names it. */
export type IgnoredParameter = {
  name: string;
  /**
   * `personal_data`: in the shape of a CURP, or of a part of a CURP that identifies a person: no URL may contain it
   * (design §9).
   */
  reason:
    | "unknown_name"
    | "unknown_value"
    | "too_long"
    | "too_many"
    | "not_a_date"
    | "not_a_number"
    | "repeated"
    | "personal_data";
};

type Parameters = { getAll(name: string): string[] };

/** Limit of values per parameter. */
export const MAX_VALUES = 20;
/** Code units of an unknown name that a page shows. */
const MAX_NAME = 40;
/** Names that people write. Next's server and a browser read others differently: `__proto__` is no key there. */
const WRITTEN_NAME = /^[a-z][\w.[\]-]*$/i;
/** Limit of a value, in code units. */
export const MAX_LENGTH = 200;
/** There is no year 0, neither here nor in the database, and no day after the last one, to which its period would end. */
const DATE = /^(?!0000|9999-12-31$)\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z)?$/;

/**
 * Reads URL parameters, each on its own: a malformed parameter is ignored with its name and reason, and the others hold.
 * No value contains U+0000, which PostgreSQL refuses. Users type single values, so these must not hold a part of a CURP;
 * multiple values are chosen from values of the service.
 */
export function readParameters(parameters: Parameters) {
  const ignored: IgnoredParameter[] = [];
  function ignore<T>(name: string, reason: IgnoredParameter["reason"], instead: T): T {
    ignored.push({ name, reason });
    return instead;
  }
  const several = (name: string, split: (given: string[]) => string[], most = MAX_LENGTH): string[] => {
    const texts = parameters.getAll(name);
    if (!texts.every(isStorable)) return ignore(name, "unknown_value", []);
    if (holdsCurp(texts.join(","))) return ignore(name, "personal_data", []);
    const values = split(texts).filter((value) => value !== "");
    if (values.some((value) => value.length > most)) return ignore(name, "too_long", []);
    if (values.length > MAX_VALUES) return ignore(name, "too_many", []);
    return [...new Set(values)];
  };
  /** A repeated or a comma-separated parameter: values with a comma are repeated. */
  const list = (name: string) => several(name, (texts) => (texts.length === 1 ? splitAll(texts) : texts));
  /** The same for values without commas. */
  const words = (name: string, most?: number) => several(name, splitAll, most);
  const single = (name: string): string | null => {
    const [value = "", ...more] = parameters.getAll(name);
    if (![value, ...more].every(isStorable)) return ignore(name, "unknown_value", null);
    if (holdsPartOfCurp([value, ...more].join(" "))) return ignore(name, "personal_data", null);
    if (more.length > 0) return ignore(name, "repeated", null);
    const trimmed = value.trim();
    return trimmed.length > MAX_LENGTH ? ignore(name, "too_long", null) : trimmed || null;
  };
  return { ignored, ignore, list, words, single };
}

type Reader = ReturnType<typeof readParameters>;

/** The allowed values of a field; `filter-input.ts` checks the body of a search by them. */
export type FieldValues =
  | { kind: "texts" | "text"; isOne?: (text: string) => boolean; most?: number }
  | { kind: "some" | "order"; allowed: readonly string[] }
  | { kind: "flag" }
  | { kind: "moment"; or?: string }
  | { kind: "count"; most: number };

/** How one value of a filter is written in an address. */
type Field<Value> = {
  values: FieldValues;
  /** Without a parameter. */
  empty: Value;
  read(reader: Reader, name: string): Value;
  /** Whether a value may appear in an address; absent if every value may. */
  mayBeWritten?(value: Value): boolean;
  /** The parameter orders the rows, and hides none. */
  orders?: true;
  /** The matching rows change as time passes. */
  followsClock?: true;
};

/** Any texts, which may hold commas. */
export const texts: Field<string[]> = { values: { kind: "texts" }, empty: [], read: ({ list }, name) => list(name) };

/** Texts without commas, of at most `most` code units; values that fail `isOne` are ignored. */
export const words = (isOne: (word: string) => boolean = () => true, most = MAX_LENGTH): Field<string[]> => ({
  values: { kind: "texts", isOne, most },
  empty: [],
  read({ words, ignore }, name) {
    const values = words(name, most);
    const good = values.filter(isOne);
    return good.length < values.length ? ignore(name, "unknown_value", good) : good;
  },
});

/** Some of known values, in their order. */
export const someOf = <T extends string>(allowed: readonly T[]): Field<T[]> => ({
  values: { kind: "some", allowed },
  empty: [],
  read({ words, ignore }, name) {
    const values = words(name);
    const good = allowed.filter((value) => values.includes(value));
    return good.length < values.length ? ignore(name, "unknown_value", good) : good;
  },
});

/** A text; a value that fails `isOne` is ignored. */
export const text = (isOne: (text: string) => boolean = () => true): Field<string | null> => ({
  values: { kind: "text", isOne },
  empty: null,
  read({ single, ignore }, name) {
    const value = single(name);
    return value === null || isOne(value) ? value : ignore(name, "unknown_value", null);
  },
});

/** A parameter whose value is one of a list. */
export const oneOf = <T extends string>(allowed: readonly T[]): Field<T | null> => ({
  values: { kind: "text", isOne: (text) => allowed.some((one) => one === text) },
  empty: null,
  read({ single, ignore }, name) {
    const value = single(name);
    return allowed.find((one) => one === value) ?? (value === null ? null : ignore(name, "unknown_value", null));
  },
});

/** A text, written into an address only if `mayBeWritten` allows it; in an existing address it is read anyway. */
export const searchText = (mayBeWritten: (text: string) => boolean): Field<string | null> => ({
  ...text(),
  mayBeWritten: (value) => value === null || mayBeWritten(value),
});

/** An instant, a day in UTC (design §9), or the given word. */
export const moment = (word?: string): Field<string | null> => ({
  values: { kind: "moment", or: word },
  empty: null,
  read({ single, ignore }, name) {
    const value = single(name);
    return value === null || value === word || isMoment(value) ? value : ignore(name, "not_a_date", null);
  },
});

/** A day in the zone of the page, of these years. */
export const day = (years = /^\d{4}$/): Field<string | null> => {
  const isOne = (value: string) =>
    value.length === "2026-11-22".length && isMoment(value) && years.test(value.slice(0, 4));
  return {
    values: { kind: "text", isOne },
    empty: null,
    read({ single, ignore }, name) {
      const value = single(name);
      return value === null || isOne(value) ? value : ignore(name, "not_a_date", null);
    },
  };
};

/** `true`, or left out. */
export const flag: Field<boolean> = {
  values: { kind: "flag" },
  empty: false,
  read({ single, ignore }, name) {
    const value = single(name);
    return value === "true" || (value !== null && value !== "false" && ignore(name, "unknown_value", false));
  },
};

export const count = (most: number): Field<number | null> => ({
  values: { kind: "count", most },
  empty: null,
  read({ single, ignore }, name) {
    const value = single(name);
    if (value === null) return null;
    const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
    return count >= 1 && count <= most ? count : ignore(name, "not_a_number", null);
  },
});

/** The same field, marked: its matching rows change as time passes. */
export const byClock = <Value>(field: Field<Value>): Field<Value> => ({ ...field, followsClock: true });

/** An order of the list; the first one is the default. */
export const order = <T extends string>(orders: readonly [T, ...T[]]): Field<T> => ({
  values: { kind: "order", allowed: orders },
  empty: orders[0],
  orders: true,
  read: (reader, name) => oneOf(orders).read(reader, name) ?? orders[0],
});

/** A value that narrows or orders a list. */
export type ActiveFilter<Filter> = {
  name: keyof Filter & string;
  value: string;
  /** The change of the filter that removes the value. */
  without: Partial<Filter>;
};

export type FilterFormat<Filter> = {
  empty: Filter;
  values: Record<keyof Filter & string, FieldValues>;
  /** Reads the valid parameters; `ignored` names its other ones. */
  read(parameters: Parameters): { filter: Filter; ignored: IgnoredParameter[] };
  /** The same for the address of a page: `ignored` also has names that are not the filter's. */
  readAddress(parameters: URLSearchParams): ReturnType<FilterFormat<Filter>["read"]>;
  /**
   * The parameters in a fixed order, without empty ones, so that equal filters have one address. Values that `read` would
   * ignore as personal data, and text that may name a person, are left out.
   */
  write(filter: Filter): URLSearchParams;
  /** All values that narrow or reorder the list, one entry each, so that no filter is invisible. */
  applied(filter: Filter): ActiveFilter<Filter>[];
  /** Whether the filter hides rows. */
  narrows(filter: Filter): boolean;
  /** Whether the matching rows change as time passes. */
  followsClock(filter: Filter): boolean;
};

/** A filter by its fields, in the order in which they are written and shown. */
export function defineFilter<Filter extends object>(
  fields: {
    [name in keyof Filter]: Field<Filter[name]>;
  },
): FilterFormat<Filter> {
  type Name = keyof Filter & string;
  const names = Object.keys(fields) as Name[];
  const each = (value: (name: Name) => unknown) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Filter;
  const valuesOf = (filter: Filter, name: Name): string[] => {
    const value: unknown = filter[name];
    if (Array.isArray(value)) return value;
    return value === fields[name].empty ? [] : [String(value)];
  };
  const applied = (filter: Filter): ActiveFilter<Filter>[] =>
    names.flatMap((name) => {
      const values = valuesOf(filter, name);
      const empty: unknown = fields[name].empty;
      return values.map((value) => {
        const rest = Array.isArray(empty) ? values.filter((other) => other !== value) : empty;
        return { name, value, without: { [name]: rest } as Partial<Filter> };
      });
    });
  const read = (parameters: Parameters) => {
    const reader = readParameters(parameters);
    return { filter: each((name) => fields[name].read(reader, name)), ignored: reader.ignored };
  };
  return {
    empty: each((name) => fields[name].empty),
    values: Object.fromEntries(names.map((name) => [name, fields[name].values])) as Record<Name, FieldValues>,
    read,
    readAddress(parameters) {
      const { filter, ignored } = read(parameters);
      const unknown = [...new Set(parameters.keys())].filter(
        (name) => WRITTEN_NAME.test(name) && !Object.hasOwn(fields, name),
      );
      const unknownNames = unknown
        .toSorted()
        .slice(0, MAX_VALUES)
        .map((name) => {
          const reason = holdsPartOfCurp(name) ? "personal_data" : "unknown_name";
          return { name: reason === "personal_data" ? "…" : name.slice(0, MAX_NAME), reason } as const;
        });
      return { filter, ignored: [...ignored, ...unknownNames] };
    },
    write(filter) {
      const parameters = new URLSearchParams();
      for (const name of names) {
        const values = valuesOf(filter, name);
        const personal = Array.isArray(fields[name].empty) ? holdsCurp : holdsPartOfCurp;
        if (personal(values.join(",")) || fields[name].mayBeWritten?.(filter[name]) === false) continue;
        for (const value of values) parameters.append(name, value);
        // A single value with a comma would be read as a list: a second, empty parameter keeps it whole.
        if (Array.isArray(fields[name].empty) && values.length === 1 && values[0]?.includes(",")) {
          parameters.append(name, "");
        }
      }
      return parameters;
    },
    applied,
    narrows: (filter) => applied(filter).some(({ name }) => !fields[name].orders),
    followsClock: (filter) => applied(filter).some(({ name }) => fields[name].followsClock),
  };
}

/** The parameters that Next passes to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

export function parametersOf(given: SearchParams): URLSearchParams {
  const pairs = Object.entries(given).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value]));
  return new URLSearchParams(pairs);
}

const splitAll = (texts: string[]): string[] => texts.flatMap((text) => text.split(","));

/** Whether the text is an instant, or a day in UTC (design §9). */
export const isMoment = (value: string): boolean => DATE.test(value) && isRealDate(value);

/** February 30 rolls over in JavaScript; a date is real when it comes back unchanged. */
function isRealDate(value: string): boolean {
  const parsed = new Date(value);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value.slice(0, 10));
}
