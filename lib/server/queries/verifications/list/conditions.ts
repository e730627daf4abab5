import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { LIST_GROUPS, type ListGroup, matchingGroups, namesUnnamed } from "#lib/server/db/list-group.ts";
import { literally, type Parameters, parameters } from "#lib/server/queries/statement.ts";

const KINDS = ["label", "account", "item_error"] as const;

/** What narrows a list. All conditions are on a row `l`. */
export type Narrowing = {
  groups: ListGroup[];
  /** Creation, activity, the whole tag: what the indexes hold, as they do the groups. Or only what is said of one column. */
  ranges(parameters: Parameters, of?: string): string[];
  /**
   * Where a class of lags (`g`) can begin and end at all in the order of one time, for what is between two of the other;
   * and not before `begun`, where the page begins.
   */
  lagBounds(of: string, begun: Begun | null, parameters: Parameters): string[];
  /** Labels, codes or accounts, where only one of these is asked for: they have an index of their own. */
  values: { kind: (typeof KINDS)[number]; values: string[] } | null;
  /** Text, once it is known that no account's name has it: then the id and the tag tell, which indexes hold too. */
  seen: Conditions;
  /** What each row has to be looked at for, beyond all that; null where there is nothing. */
  asked: Asked | null;
  /** The same before what the indexes hold of text was told from it: for rows that are at hand. */
  askedOfRows: Asked | null;
  /** The text in what is asked, and whether it is all that is. */
  text: string | null;
  onlyText: boolean;
  created: boolean;
  quiet: boolean;
  tag: boolean;
};

/** The time, as text, from which on rows come in this direction. */
type Begun = { at: string; direction: "ASC" | "DESC" };

type Conditions = (parameters: Parameters) => string[];

/**
 * Labels, codes and accounts; text; and values that share a group. `indexed` is false where the index is to be left alone:
 * to read one for what most rows have costs more than it saves.
 */
export type Asked = {
  terms(parameters: Parameters, indexed?: boolean): string[];
  /** `names`: the accounts' names that have it, where the row at hand has no name among its text. */
  text(parameters: Parameters, indexed?: boolean, names?: readonly string[]): string[];
  unnamed: Conditions;
};

export function narrowingOf(filter: VerificationFilter): Narrowing {
  const kinds = KINDS.filter((kind) => filter[kind].length > 0);
  const [kind] = kinds;
  const unnamed = namesUnnamed(filter);
  const { q: text } = filter;
  const asked: Asked = {
    terms: ({ add }, indexed = true) =>
      kinds.map((kind) => {
        const terms = filter[kind].map((value) => `${kind}:${value}`);
        return `${indexed ? "l.terms" : "(l.terms || ARRAY[]::text[])"} && ${add(terms)}::text[]`;
      }),
    text: ({ add }, indexed = true, names = []) => {
      if (text === null) return [];
      const searched = `${indexed ? "l.searched" : "(l.searched || '')"} LIKE ${pattern(text, add)}`;
      if (names.length === 0) return [searched];
      const terms = add(names.map((name) => `account_name:${name}`));
      return [`(${searched} OR ${indexed ? "l.terms" : "(l.terms || ARRAY[]::text[])"} && ${terms}::text[])`];
    },
    unnamed: ({ add }) => (unnamed ? [hasOwnValue(filter, add)] : []),
  };
  const ofEachRow = kinds.length > 1 || text !== null || unnamed ? asked : null;
  return {
    groups: matchingGroups(filter),
    ranges: ({ add }, of) =>
      Object.entries(RANGES)
        .filter(([column]) => of === undefined || column === of)
        .flatMap(([, range]) => range(filter, add)),
    lagBounds: (of, begun, { add }) => lagBounds(filter, of, begun, add),
    seen: () => [],
    values: kind && kinds.length === 1 ? { kind, values: filter[kind] } : null,
    asked: ofEachRow,
    askedOfRows: ofEachRow,
    text,
    onlyText: text !== null && kinds.length === 0 && !unnamed,
    created: filter.created_from !== null || filter.created_to !== null,
    quiet: filter.quiet_days !== null,
    tag: filter.tag !== null,
  };
}

/** The same, where no account's name has the text. */
export function withoutNames(narrowing: Narrowing): Narrowing {
  const { asked, text, onlyText, values } = narrowing;
  if (!asked || text === null) return narrowing;
  const rest = onlyText || (values && asked.unnamed(parameters()).length === 0);
  return {
    ...narrowing,
    seen: ({ add }) => [textInIndex(text, add)],
    asked: rest ? null : { ...asked, text: () => [] },
  };
}

/** The same, asked of rows that are at hand: what they hold in small letters need not be made of their id and tag. */
export const ofRows = (narrowing: Narrowing): Narrowing => ({
  ...narrowing,
  seen: () => [],
  asked: narrowing.askedOfRows,
});

/** Whether the groups are all there are, so that they need no condition. */
export const isEveryGroup = (groups: readonly ListGroup[]): boolean => groups.length === LIST_GROUPS.length;

export const codes = (groups: readonly ListGroup[]): number[] => groups.map(({ code }) => code);

export const inGroups = (groups: readonly ListGroup[], { add }: Parameters): string[] =>
  isEveryGroup(groups) ? [] : [`l.list_group = ANY (${add(codes(groups))}::int[])`];

/** What the indexes tell of a row besides its group. */
export const inIndexes = ({ ranges, seen }: Narrowing, parameters: Parameters): string[] => [
  ...ranges(parameters),
  ...seen(parameters),
];

/** The end of a range of creation; a day is in it to its end. */
const createdTo = (value: string, add: Parameters["add"]): string =>
  `${add(value)}::timestamptz${value.length === 10 ? " + interval '24 hours'" : ""}`;

/** Days of 24 hours: the same number in every time zone of the server. */
const quietSince = (days: number, add: Parameters["add"]): string => `now() - ${add(days)}::int * interval '24 hours'`;

const RANGES: Record<string, (filter: VerificationFilter, add: Parameters["add"]) => string[]> = {
  created_at: ({ created_from: from, created_to: to }, add) => [
    ...(from === null ? [] : [`l.created_at >= ${add(from)}::timestamptz`]),
    ...(to === null ? [] : [`l.created_at < ${createdTo(to, add)}`, "l.created_at > '-infinity'"]),
  ],
  tag: ({ tag }, add) => (tag === null ? [] : [`l.tag = ${add(tag)}`]),
  active_at: ({ quiet_days: days }, add) =>
    days === null ? [] : [`l.active_at < ${quietSince(days, add)}`, "l.active_at > '-infinity'"],
};

function lagBounds(filter: VerificationFilter, of: string, begun: Begun | null, add: Parameters["add"]): string[] {
  const days = (name: "least" | "most") => `g.${name} * interval '24 hours'`;
  const time = (at: string) => `${add(at)}::timestamptz`;
  // One bound of a kind: of two PostgreSQL may begin at the wrong one.
  const least = (bound: string) =>
    `GREATEST(${begun?.direction === "ASC" ? time(begun.at) : "NULL"}, ${bound}, '-infinity')`;
  const most = (bound: string) =>
    `LEAST(${begun?.direction === "DESC" ? time(begun.at) : "NULL"}, ${bound}, 'infinity')`;
  const { created_from: from, created_to: to, quiet_days: quiet } = filter;
  if (of === "created_at") {
    return quiet === null ? [] : [`l.created_at <= ${most(`${quietSince(quiet, add)} - ${days("least")}`)}`];
  }
  return [
    ...(from === null ? [] : [`l.active_at >= ${least(`${add(from)}::timestamptz + ${days("least")}`)}`]),
    ...(to === null ? [] : [`l.active_at <= ${most(`${createdTo(to, add)} + ${days("most")}`)}`]),
  ];
}

/** Values that the interface does not name share a group: the wide row tells them apart. */
function hasOwnValue(filter: VerificationFilter, add: Parameters["add"]): string {
  const named = (["status", "documents_status"] as const)
    .filter((name) => filter[name].length > 0)
    .map((name) => `s.${name} = ANY (${add(filter[name])}::text[])`);
  return `EXISTS (
    SELECT FROM verification_summaries AS s WHERE s.verification_id = l.verification_id AND ${named.join(" AND ")})`;
}

/** All that a row of `verification_list` is asked. */
export const askedOf = (asked: Asked | null, parameters: Parameters): string[] =>
  asked ? [...asked.terms(parameters), ...asked.text(parameters), ...asked.unnamed(parameters)] : [];

/**
 * Text for LIKE with its wildcards taken literally, in small letters as what is searched. Fewer than three characters
 * have no trigram of their own: they are looked for where the id, the tag or the account begins.
 */
export function pattern(text: string, add: Parameters["add"]): string {
  const bare = text.replaceAll("\n", " ");
  return `lower(${add(`${[...bare].length < 3 ? "%\n" : "%"}${literally(bare)}%`)}::text)`;
}

/** A tag that was cut for the indexes is read where it is whole. */
function textInIndex(text: string, add: Parameters["add"]): string {
  const like = `LIKE ${pattern(text, add)}`;
  return `(lower((E'\\n' || l.verification_id || E'\\n' || l.tag) COLLATE "default") ${like} OR char_length(l.tag) > 200 AND EXISTS (
    SELECT FROM verification_list AS whole WHERE whole.verification_id = l.verification_id AND whole.searched ${like}))`;
}
