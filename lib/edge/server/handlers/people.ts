import { needToKnowInput, openingReason } from "#lib/core/contract/need-to-know/need-to-know-input.ts";
import { peopleQuery, peopleSearchInput } from "#lib/core/contract/people/people-input.ts";
import type { PeopleSearch } from "#lib/core/contract/people/people-search.ts";
import { searchKindOf } from "#lib/core/contract/people/people-search.ts";
import { openingsOfPerson } from "#lib/core/server/need-to-know/opened-by.ts";
import { recordPeopleSearched } from "#lib/core/server/need-to-know/openings.ts";
import { changeNeedToKnow, needToKnowFacts, readNeedToKnow, ruleFor } from "#lib/core/server/need-to-know/policy.ts";
import { withinCurpLimit } from "#lib/core/server/people/curp-search-limit.ts";
import { countFailedLookups } from "#lib/core/server/people/failed-lookups.ts";
import { showPeople } from "#lib/core/server/people/open.ts";
import { openWithReason } from "#lib/core/server/people/opening-reasons.ts";
import { othersLike } from "#lib/core/server/people/same-person.ts";
import { searchPeople, searchPeopleOf } from "#lib/core/server/people/search.ts";
import { searchHiddenCurp } from "#lib/core/server/people/whole-curp.ts";
import { fingerprint } from "#lib/core/server/vault/vault.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { invalid } from "#lib/platform/server/base/errors.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

export const getFailedLookups = route("GET /api/overview/lookups", { access: "people.read" }, () =>
  countFailedLookups(),
);

/** A live update requests the rows of files that changed within this time. */
const FRESH_MS = 15 * 60_000;

/**
 * People across verifications (design §9). A read by POST: a name or a CURP must not appear in a URL. Refetches on live
 * updates are no user activity. A search by text is recorded before its result is sent; the list without a text is not,
 * nor what a page repeats by itself: a page of the list, or rows that were shown before or have just changed. A whole CURP
 * that the role is not shown is found exactly, with a reason, and few misses a day.
 */
export const postPeopleSearch = route(
  "POST /api/people/search",
  { access: "people.read", audit: null, perMinute: 600, body: peopleSearchInput, idle: true },
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

/**
 * The people of a verification as the policy shows them to the caller's role, without the address of the PDF (design
 * §9). The request reads the service. `read=false`, for pages that follow live updates of people they show already,
 * queries the read model alone: a read would cause an update, and the update the next read (design §5). `whole=none`
 * shortens all people, as the page of a file does; `whole=7` shortens all but person 7. `again=true` is the request of
 * a page that shows the same already.
 */
export const getPeople = route(
  "GET /api/verifications/{verification_id}/people",
  { access: "people.read", query: peopleQuery },
  ({ user, actor, params, query: { whole, read, again } }) =>
    showPeople({ ...params, whole, read: read !== "false", repeated: again === "true" }, user, actor),
);

/** Records the caller's reason as an opening, which covers later requests for the person's data and PDF. */
export const postPersonOpening = route(
  "POST /api/verifications/{verification_id}/people/{people_id}/opening",
  { access: "people.read", audit: null, perMinute: 60, body: openingReason },
  ({ params, body, actor }) => openWithReason({ ...params, ...body }, actor),
);

/** The last openings of a person's data or PDF, for every user who may open them. */
export const getPersonOpenings = route(
  "GET /api/verifications/{verification_id}/people/{people_id}/openings",
  { access: "people.read" },
  ({ params }) => openingsOfPerson(params),
);

/** Other verifications with the same CURP. Neither CURP nor name is in the address or in the answer. */
export const getPersonOthers = route(
  "GET /api/verifications/{verification_id}/people/{people_id}/others",
  { access: "people.read" },
  ({ params }) => othersLike(params),
);

type SentPage = PeopleSearch & { session: string; cursor?: string | null | undefined; limit?: number | undefined };

/**
 * Proof that a session was sent this page of a search of people, which was recorded then: a keyed hash. A page returns it
 * with the requests that it repeats by itself, so that no other search passes for a repetition.
 */
const searchProof = ({ session, q, outcome, cursor = null, limit }: SentPage): string =>
  fingerprint(JSON.stringify(["people search", session, q, outcome, cursor, limit ?? null]));

/** The policy of need to know: the data of a person shown to each role, and the roles that give a reason. */
export const getNeedToKnow = route("GET /api/settings/need-to-know", { access: "settings.read" }, () =>
  readNeedToKnow(),
);

/** Puts another policy in force; the next answer about a person follows it. */
export const putNeedToKnow = route(
  "PUT /api/settings/need-to-know",
  { access: "settings.manage", stepUp: true, audit: "need_to_know.changed", body: needToKnowInput },
  async ({ body, session, audit }) => {
    const { before, after } = await changeNeedToKnow(body, session.user.id);
    audit.add({ before: needToKnowFacts(before), after: needToKnowFacts(after) });
    return after;
  },
);
