import { z } from "zod";
import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import { shownSummary } from "#lib/core/contract/need-to-know/shown.ts";
import type { PeopleList, PeopleRows, PeopleSearch, PersonSummary } from "#lib/core/contract/people/people-search.ts";
import { shortenCurp } from "#lib/core/contract/people/person.ts";
import { namesPerson, type PeopleSearchText, parsePeopleSearch } from "#lib/core/server/need-to-know/searched-text.ts";
import { MAX_PAGE_ROWS, PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import { type Instant, parseInstant } from "#lib/platform/contract/time.ts";
import { type Client, database } from "#lib/platform/server/db/database.ts";
import {
  countedTo,
  hasTrigram,
  invalidCursor,
  type Parameters,
  pageOf,
  parameters,
  readCursor,
  where,
  writeCursor,
} from "#lib/platform/server/db/list-query.ts";

/**
 * Beyond this the total is 'at least': a user refines such a search, and an exact count would cost more than the page.
 */
export const EXACT_TOTAL = 1_000;

/** `rule`: what the reader's role is shown; `exact`: whether a whole CURP may be found that the rule does not show. */
type Reader = { rule: RoleRule; exact?: boolean | undefined };
type Input = PeopleSearch & Reader & { cursor?: string | null | undefined; limit?: number | undefined };

type PersonRow = Omit<PersonSummary, "at"> & { at: Instant; position: number; rank: number; at_text: string };

/**
 * Finds people across verifications by every word of a text, anywhere in a name, an id or a tag, ignoring case and
 * accents. Matches of every word at the beginning of a word come first, then the last looked up. CURPs match whole, or
 * by their shown ends: a search by other parts would reveal a CURP letter by letter (docs/decisions/0007), and nothing
 * matches that the rule hides. Only shortened CURPs are returned.
 */
export async function searchPeople(input: Input, { pool }: { pool: Client } = database()): Promise<PeopleList> {
  const limit = input.limit ?? PAGE_ROWS;
  const { found, total } = await find({ ...input, position: positionOf(input.cursor), limit: limit + 1 }, pool);
  const { rows, last } = pageOf(found, limit);
  return {
    items: rows.map((row) => shownSummary(asShown(row), input.rule)),
    next_cursor: last
      ? cursorOf({ rank: last.rank, at: last.at_text, id: last.verification_id, position: last.position })
      : null,
    total,
  };
}

/** The people of some files by the same search, up to the beginning of the next page: at most a page and one row. */
export async function searchPeopleOf(
  { until, ...input }: PeopleSearch & Reader & { ids: string[]; until: string | null | undefined },
  { pool }: { pool: Client } = database(),
): Promise<PeopleRows> {
  const { found, total } = await find(
    { ...input, position: positionOf(until, "until"), limit: MAX_PAGE_ROWS + 1 },
    pool,
  );
  return { items: found.map((row) => shownSummary(asShown(row), input.rule)), total };
}

/** A page after the position, or with `ids` the people of these files up to the position. */
type FindInput = PeopleSearch & Reader & { ids?: string[]; position: Position | null; limit: number };

async function find(input: FindInput, pool: Client) {
  const sought = parsePeopleSearch(input.q, input.rule, input.exact);
  const paging = parameters();
  const counting = parameters();
  const [page, counted] = await Promise.all([
    pool.query<PersonRow>(pageStatement(sought, input, paging), paging.values),
    pool.query<{ total: number }>(countStatement(sought, input, counting), counting.values),
  ]);
  return { found: page.rows, total: countedTo(EXACT_TOTAL, counted.rows[0]?.total ?? 0) };
}

const asShown = ({ rank, at_text: _, position, curp, ...row }: PersonRow): PeopleList["items"][number] => ({
  ...row,
  tag: shownName(row.tag),
  title: shownName(row.title),
  curp: curp === null ? null : shortenCurp(curp),
  place: [rank, row.at, row.verification_id, position],
});

/**
 * Rank 1 is read only if rank 0 does not fill the page: rank 0 has every word at the beginning of a name, rank 1 some
 * words inside a name.
 */
function pageStatement(sought: PeopleSearchText, input: FindInput, paging: Parameters): string {
  const { position, limit, ids } = input;
  const { add } = paging;
  const ranks = sought.words.some(hasTrigram) ? [0, 1] : [0];
  const parts = ranks
    .filter((rank) => position === null || (ids ? rank <= position.rank : rank >= position.rank))
    .map((rank) => {
      const conditions = searched(sought, input.rule, rank, paging);
      if (ids) conditions.push(`p.verification_id = ANY (${add(ids)}::text[])`);
      if (position?.rank === rank) {
        conditions.push(
          `(p.at, p.verification_id, p.position) ${ids ? ">=" : "<"} (${add(position.at)}::timestamptz, ${add(position.id)}, ${add(position.position)}::int)`,
        );
      }
      return `SELECT ${rank} AS rank, p.* FROM (${ordered(input, conditions, limit, add)}) AS p`;
    });
  return `SELECT verification_id, tag, (SELECT title FROM verification_summaries AS s WHERE s.verification_id = p.verification_id) AS title,
      position, people_id, name, role, birth_year, curp, outcome, has_pdf, people_error, at, rank, at::text AS at_text,
      (SELECT count(*)::int FROM verification_people AS same WHERE same.verification_id = p.verification_id
        AND same.position < p.position AND same.people_id IS NOT DISTINCT FROM p.people_id) AS occurrence
    FROM (${parts.join(" UNION ALL ")} LIMIT ${limit}) AS p ORDER BY rank, ${ORDER}`;
}

const ORDER = "p.at DESC, p.verification_id DESC, p.position DESC";
const COLUMNS =
  "p.verification_id, p.tag, p.position, p.people_id, p.name, p.role, p.birth_year, p.curp, p.outcome, p.has_pdf, p.people_error, p.at";

/** The first rows of each requested outcome, by its own index: a rare outcome is not searched among the others. */
function ordered({ outcome }: PeopleSearch, conditions: string[], limit: number, add: Parameters["add"]): string {
  const best = (own: string[]) => `
    SELECT ${COLUMNS} FROM verification_people AS p ${where([...own, ...conditions])} ORDER BY ${ORDER} LIMIT ${limit}`;
  if (outcome.length === 0) return best([]);
  return `SELECT p.* FROM unnest(${add(outcome)}::text[]) AS wanted(outcome)
    CROSS JOIN LATERAL (${best(["p.outcome = wanted.outcome"])}) AS p ORDER BY ${ORDER} LIMIT ${limit}`;
}

/** Rank 0: every word at the beginning of a word, or a CURP. Rank 1: the other matches. */
function searched(sought: PeopleSearchText, rule: RoleRule, rank: number, paging: Parameters): string[] {
  const begins = namesPerson(sought, rule, paging, true);
  return rank === 0 ? begins : [...namesPerson(sought, rule, paging), `NOT (${begins.join(" AND ")})`];
}

function countStatement(sought: PeopleSearchText, { outcome, rule }: FindInput, counting: Parameters): string {
  const conditions = namesPerson(sought, rule, counting);
  if (outcome.length > 0) conditions.push(`p.outcome = ANY (${counting.add(outcome)}::text[])`);
  return `SELECT count(*) AS total FROM (
    SELECT FROM verification_people AS p ${where(conditions)} LIMIT ${EXACT_TOTAL + 1}) AS bounded`;
}

/** The end of a page: the rank of its last row, its time as the database writes it, and its key. */
type Position = { rank: number; at: string; id: string; position: number };

const shape = z.tuple([z.literal([0, 1]), z.string().max(60), z.string().min(1).max(200), z.int().min(0)]);

const cursorOf = ({ rank, at, id, position }: Position): string => writeCursor([rank, at, id, position]);

/** Null for the first page. Throws VALIDATION_ERROR, which names the parameter, for an invalid cursor. */
function positionOf(cursor: string | null | undefined, name?: string): Position | null {
  if (!cursor) return null;
  try {
    const [rank, text, id, position] = shape.parse(readCursor(cursor));
    const at = parseInstant(text);
    if (at && !id.includes("\0") && position < 2 ** 31) return { rank, at, id, position };
  } catch {
    // Neither JSON nor of this shape.
  }
  throw invalidCursor(name);
}
