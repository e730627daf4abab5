import { peopleSearchInput } from "#lib/contract/people/people-input.ts";
import { searchKindOf } from "#lib/contract/people/people-search.ts";
import { actorOf } from "#lib/server/audit/actor.ts";
import { recordPeopleSearched } from "#lib/server/audit/openings.ts";
import { route } from "#lib/server/http/route.ts";
import { withinCurpLimit } from "#lib/server/people/curp-search-limit.ts";
import { searchPeople } from "#lib/server/people/search.ts";

/**
 * People across verifications (design §9). It changes nothing: it is a POST since a name or a CURP must not appear in a URL,
 * and a list that refetches on live updates must not count as activity. A search by a text is recorded before its result is
 * sent; the list without one is not.
 */
export const POST = route(
  { access: "people.read", audit: null, limit: { calls: 600, seconds: 60 }, body: peopleSearchInput, idle: true },
  async ({ body, request, session }) => {
    const q = body.q?.trim() || null;
    const search = () => searchPeople({ q, outcome: body.outcome ?? [], cursor: body.cursor, limit: body.limit });
    if (q === null) return search();
    const kind = searchKindOf(q);
    if (kind !== "words") withinCurpLimit(session.user.id, q);
    const people = await search();
    const shown = people.items.map(({ verification_id }) => verification_id);
    await recordPeopleSearched({ kind, found: people.total, shown }, actorOf(request, session));
    return people;
  },
);
