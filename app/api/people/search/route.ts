import { MAX_PAGE_ROWS } from "#lib/contract/pages.ts";
import { peopleSearchInput } from "#lib/contract/people/people-input.ts";
import { searchKindOf } from "#lib/contract/people/people-search.ts";
import { recordPeopleSearched } from "#lib/server/audit/openings.ts";
import { invalid } from "#lib/server/base/errors.ts";
import type { Client } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";
import { ruleFor } from "#lib/server/need-to-know/policy.ts";
import { withinCurpLimit } from "#lib/server/people/curp-search-limit.ts";
import { searchProof } from "#lib/server/people/repeated-search.ts";
import { searchPeople, searchPeopleOf } from "#lib/server/people/search.ts";
import { searchHiddenCurp } from "#lib/server/people/whole-curp.ts";

/** A live update requests the rows of files that changed within this time. */
const FRESH_MS = 15 * 60_000;

/**
 * People across verifications (design §9). A read by POST: a name or a CURP must not appear in a URL. Refetches on live
 * updates are no user activity. A search by text is recorded before its result is sent; the list without a text is not,
 * nor what a page repeats by itself: a page of the list, or rows that were shown before or have just changed. A whole CURP
 * that the role is not shown is found exactly, with a reason, and few misses a day.
 */
export const POST = route(
  { access: "people.read", audit: null, limit: { calls: 600, seconds: 60 }, body: peopleSearchInput, idle: true },
  async ({ body, actor, session }) => {
    const q = body.q?.trim() || null;
    const { outcome = [], cursor, limit, ids, until, proof: given, reason } = body;
    const rule = await ruleFor(session.user.role);
    const what = { rule, q, outcome };
    const search = (exact?: { pool: Client }) =>
      ids
        ? searchPeopleOf({ ...what, ids, until, exact: exact !== undefined }, exact)
        : searchPeople({ ...what, cursor, limit, exact: exact !== undefined }, exact);
    const kind = searchKindOf(q ?? "");
    if (kind !== "words") withinCurpLimit(session.user.id, q ?? "");
    if (kind === "curp" && rule.curp !== "whole") return searchHiddenCurp(reason, (pool) => search({ pool }), actor);
    const people = await search();
    if (people.items.length > MAX_PAGE_ROWS) throw invalid("Too many people.");
    if (q === null) return people;
    const proof = searchProof({ session: session.idHash, q, outcome, ...(ids ? {} : { cursor, limit }) });
    const repeated = given === proof;
    const fresh = new Date(Date.now() - FRESH_MS).toISOString();
    const shown = people.items.filter(({ at }) => !repeated || (ids && at < fresh)).map((row) => row.verification_id);
    await recordPeopleSearched({ kind, found: people.total, shown, repeated }, actor);
    return { ...people, proof };
  },
);
