import type { VerificationFilter } from "#lib/contract/verification-filter.ts";
import { LIST_GROUPS, type ListGroup, matchingGroups, namesUnnamed } from "#lib/server/db/list-group.ts";

/** Numbers the parameters of one statement. */
export type Parameters = { values: unknown[]; add(value: unknown): string };

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** What narrows a list, from what its indexes hold to what each row has to be asked. */
export type Narrowing = {
  groups: ListGroup[];
  /** Conditions on the row of `verification_list AS l` itself: creation, activity, the whole tag. */
  ranges(parameters: Parameters): string[];
  /** A list of labels or codes, where there is one alone. */
  values: { kind: (typeof KINDS)[number]; values: string[] } | null;
  /** What is asked of another table, row by row: `values` too. */
  rest(parameters: Parameters): string[];
  /** Whether text is searched. */
  text: boolean;
  /** Whether `rest` holds anything. */
  asks: boolean;
  /** Whether `rest` holds nothing, and no tag is asked for. */
  plain: boolean;
  /** Whether `rest` holds nothing but `values`. */
  valuesAlone: boolean;
  /** The text that is searched, where nothing else but groups narrows. */
  textAlone: string | null;
  /** Whether there is a range of created or a range of activity. */
  created: boolean;
  quiet: boolean;
};

const KINDS = ["label", "account", "item_error"] as const;

export function narrowingOf(filter: VerificationFilter): Narrowing {
  const created = filter.created_from !== null || filter.created_to !== null;
  const quiet = filter.quiet_days !== null;
  const kinds = KINDS.filter((kind) => filter[kind].length > 0);
  const [kind] = kinds;
  const others = filter.tag !== null || filter.q !== null || namesUnnamed(filter);
  return {
    groups: matchingGroups(filter),
    ranges: ({ add }) => ranges(filter, add),
    values: kind && kinds.length === 1 ? { kind, values: filter[kind] } : null,
    rest: ({ add }) => rest(filter, add),
    text: filter.q !== null,
    asks: kinds.length > 0 || filter.q !== null || namesUnnamed(filter),
    plain: kinds.length === 0 && !others,
    valuesAlone: kinds.length === 1 && !others,
    textAlone: kinds.length > 0 || created || quiet || filter.tag !== null || namesUnnamed(filter) ? null : filter.q,
    created,
    quiet,
  };
}

/** Whether the groups are all there are, so that they need no condition. */
export const isEveryGroup = (groups: readonly ListGroup[]): boolean => groups.length === LIST_GROUPS.length;

export const codes = (groups: readonly ListGroup[]): number[] => groups.map(({ code }) => code);

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

function rest(filter: VerificationFilter, add: Parameters["add"]): string[] {
  const where: string[] = [];
  for (const kind of KINDS) {
    if (filter[kind].length === 0) continue;
    where.push(`EXISTS (
      SELECT FROM verification_list_values AS v WHERE v.verification_id = l.verification_id AND v.kind = '${kind}'
        AND v.value = ANY (${add(filter[kind])}::text[]))`);
  }
  if (filter.q !== null) {
    where.push(`EXISTS (
      SELECT FROM verification_search AS found
      WHERE found.verification_id = l.verification_id AND found.searched LIKE ${pattern(filter.q, add)})`);
  }
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
export function pattern(text: string, add: Parameters["add"]): string {
  const bare = text.replaceAll("\n", " ");
  const literal = bare.replace(/[\\%_]/g, "\\$&");
  return `lower(${add(`${[...bare].length < 3 ? "%\n" : "%"}${literal}%`)}::text)`;
}
