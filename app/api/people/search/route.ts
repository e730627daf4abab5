import { peopleSearchInput } from "#lib/contract/people/people-input.ts";
import { route } from "#lib/server/http/route.ts";
import { searchPeople } from "#lib/server/people/search.ts";

/**
 * People across verifications (design §9). It changes nothing: it is a POST since a name or a CURP may stand in no address,
 * and a list that follows live news by itself must not keep a session awake.
 */
export const POST = route(
  { access: "people.read", audit: null, limit: { calls: 600, seconds: 60 }, body: peopleSearchInput, idle: true },
  async ({ body }) =>
    searchPeople({ q: body.q ?? null, outcome: body.outcome ?? [], cursor: body.cursor, limit: body.limit }),
);
