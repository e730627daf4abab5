import { peopleSearchInput } from "#lib/contract/people/people-input.ts";
import { route } from "#lib/server/http/route.ts";
import { searchPeople } from "#lib/server/people/search.ts";

/**
 * People across verifications (design §9). It changes nothing: it is a POST since a name or a CURP must not appear in a URL,
 * and a list that refetches on live updates must not count as activity.
 */
export const POST = route(
  { access: "people.read", audit: null, limit: { calls: 600, seconds: 60 }, body: peopleSearchInput, idle: true },
  async ({ body }) =>
    searchPeople({ q: body.q ?? null, outcome: body.outcome ?? [], cursor: body.cursor, limit: body.limit }),
);
