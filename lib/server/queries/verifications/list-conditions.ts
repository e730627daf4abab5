import type { VerificationFilter } from "#lib/contract/verification-filter.ts";
import { LIST_GROUPS, type ListGroup, matchingGroups, namesUnnamed } from "#lib/server/db/list-group.ts";

/** Numbers the parameters of one statement. */
export type Parameters = { values: unknown[]; add(value: unknown): string };

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

const KINDS = ["label", "account", "item_error"] as const;

/** What narrows a list. All conditions are on a row `l`. */
export type Narrowing = {
  groups: ListGroup[];
  /** Creation, activity, the whole tag: what the indexes of the orders hold, as they do the groups. */
  ranges(parameters: Parameters): string[];
  /** What each row is asked for, and whether there is any. */
  asked: Asked;
  asks: boolean;
  /** Labels, codes or accounts, where there is one list of them and nothing else is asked. */
  values: { kind: (typeof KINDS)[number]; values: string[] } | null;
  /** Whether nothing is asked, and no tag. */
  plain: boolean;
  /** Whether there is a range of created or a range of activity. */
  created: boolean;
  quiet: boolean;
};

type Conditions = (parameters: Parameters, indexed?: boolean) => string[];

/**
 * Labels, codes and accounts; text; and values that share a group. `indexed` is false where the index is to be left alone:
 * to read one for what most rows have costs more than it saves.
 */
export type Asked = { terms: Conditions; text: Conditions; unnamed: Conditions };

export function narrowingOf(filter: VerificationFilter): Narrowing {
  const kinds = KINDS.filter((kind) => filter[kind].length > 0);
  const [kind] = kinds;
  const unnamed = namesUnnamed(filter);
  const asks = kinds.length > 0 || filter.q !== null || unnamed;
  return {
    groups: matchingGroups(filter),
    ranges: ({ add }) => ranges(filter, add),
    asked: {
      terms: ({ add }, indexed = true) =>
        kinds.map((kind) => {
          const terms = filter[kind].map((value) => `${kind}:${value}`);
          return `${indexed ? "l.terms" : "(l.terms || ARRAY[]::text[])"} && ${add(terms)}::text[]`;
        }),
      text: ({ add }, indexed = true) =>
        filter.q === null ? [] : [`${indexed ? "l.searched" : "(l.searched || '')"} LIKE ${pattern(filter.q, add)}`],
      unnamed: ({ add }) => (unnamed ? [hasOwnValue(filter, add)] : []),
    },
    asks,
    values:
      kind && kinds.length === 1 && filter.q === null && filter.tag === null && !unnamed
        ? { kind, values: filter[kind] }
        : null,
    plain: !asks && filter.tag === null,
    created: filter.created_from !== null || filter.created_to !== null,
    quiet: filter.quiet_days !== null,
  };
}

/** Whether the groups are all there are, so that they need no condition. */
export const isEveryGroup = (groups: readonly ListGroup[]): boolean => groups.length === LIST_GROUPS.length;

export const codes = (groups: readonly ListGroup[]): number[] => groups.map(({ code }) => code);

export const inGroups = (groups: readonly ListGroup[], { add }: Parameters): string[] =>
  isEveryGroup(groups) ? [] : [`l.list_group = ANY (${add(codes(groups))}::int[])`];

export const where = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";

function ranges(filter: VerificationFilter, add: Parameters["add"]): string[] {
  const where: string[] = [];
  if (filter.created_from !== null) where.push(`l.created_at >= ${add(filter.created_from)}::timestamptz`);
  else if (filter.created_to !== null) where.push(`l.created_at > '-infinity'`);
  if (filter.created_to !== null) {
    const day = filter.created_to.length === 10 ? " + interval '24 hours'" : "";
    where.push(`l.created_at < ${add(filter.created_to)}::timestamptz${day}`);
  }
  if (filter.tag !== null) where.push(`l.tag = ${add(filter.tag)}`);
  if (filter.quiet_days !== null) {
    // Days of 24 hours: the same number in every time zone of the server.
    where.push(`l.active_at < now() - ${add(filter.quiet_days)}::int * interval '24 hours'`);
    where.push(`l.active_at > '-infinity'`);
  }
  return where;
}

/** Values that the interface does not name share a group: the wide row tells them apart. */
function hasOwnValue(filter: VerificationFilter, add: Parameters["add"]): string {
  const named = (["status", "documents_status"] as const)
    .filter((name) => filter[name].length > 0)
    .map((name) => `s.${name} = ANY (${add(filter[name])}::text[])`);
  return `EXISTS (
    SELECT FROM verification_summaries AS s WHERE s.verification_id = l.verification_id AND ${named.join(" AND ")})`;
}

export const askedOf = ({ terms, text, unnamed }: Asked, parameters: Parameters): string[] => [
  ...terms(parameters),
  ...text(parameters),
  ...unnamed(parameters),
];

/**
 * Text for LIKE with its wildcards taken literally, in small letters as what is searched. Fewer than three characters
 * have no trigram of their own: they are looked for where the id, the tag or the account begins.
 */
function pattern(text: string, add: Parameters["add"]): string {
  const bare = text.replaceAll("\n", " ");
  const literal = bare.replace(/[\\%_]/g, "\\$&");
  return `lower(${add(`${[...bare].length < 3 ? "%\n" : "%"}${literal}%`)}::text)`;
}
