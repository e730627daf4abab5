import type { VerificationFilter } from "#lib/contract/verification-filter.ts";
import { LIST_GROUPS, type ListGroup, matchingGroups, namesUnnamed } from "#lib/server/db/list-group.ts";

/** Numbers the parameters of one statement. */
export type Parameters = { values: unknown[]; add(value: unknown): string };

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

const KINDS = ["label", "account", "item_error"] as const;

/** What narrows a list, from what its indexes hold to what each row has to be asked. All conditions are on a row `l`. */
export type Narrowing = {
  groups: ListGroup[];
  /** Creation, activity, the whole tag: what the indexes of the orders hold. */
  ranges(parameters: Parameters): string[];
  /** Text, terms, and values that share a group: what each row is asked for. */
  asked(parameters: Parameters): string[];
  /** Labels, codes or accounts, where there is one list of them and nothing else in `asked`. */
  values: { kind: (typeof KINDS)[number]; values: string[] } | null;
  /** Whether `asked` holds anything, and whether text or terms, which have an index. */
  asks: boolean;
  finds: boolean;
  /** Whether nothing is asked, and no tag. */
  plain: boolean;
  /** Whether there is a range of created or a range of activity. */
  created: boolean;
  quiet: boolean;
};

export function narrowingOf(filter: VerificationFilter): Narrowing {
  const kinds = KINDS.filter((kind) => filter[kind].length > 0);
  const [kind] = kinds;
  const unnamed = namesUnnamed(filter);
  const asks = kinds.length > 0 || filter.q !== null || unnamed;
  return {
    groups: matchingGroups(filter),
    ranges: ({ add }) => ranges(filter, add),
    asked: ({ add }) => asked(filter, add),
    values:
      kind && kinds.length === 1 && filter.q === null && filter.tag === null && !unnamed
        ? { kind, values: filter[kind] }
        : null,
    asks,
    finds: kinds.length > 0 || filter.q !== null,
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

function asked(filter: VerificationFilter, add: Parameters["add"]): string[] {
  const where: string[] = [];
  for (const kind of KINDS) {
    if (filter[kind].length === 0) continue;
    where.push(`l.terms && ${add(filter[kind].map((value) => `${kind}:${value}`))}::text[]`);
  }
  if (filter.q !== null) where.push(`l.searched LIKE ${pattern(filter.q, add)}`);
  if (namesUnnamed(filter)) {
    const named = (["status", "documents_status"] as const)
      .filter((name) => filter[name].length > 0)
      .map((name) => `s.${name} = ANY (${add(filter[name])}::text[])`);
    where.push(`EXISTS (
      SELECT FROM verification_summaries AS s WHERE s.verification_id = l.verification_id AND ${named.join(" AND ")})`);
  }
  return where;
}

/**
 * Text for LIKE with its wildcards taken literally, in small letters as what is searched. Fewer than three characters
 * have no trigram of their own: they are looked for where the id, the tag or the account begins.
 */
function pattern(text: string, add: Parameters["add"]): string {
  const bare = text.replaceAll("\n", " ");
  const literal = bare.replace(/[\\%_]/g, "\\$&");
  return `lower(${add(`${[...bare].length < 3 ? "%\n" : "%"}${literal}%`)}::text)`;
}
