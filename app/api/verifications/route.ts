import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { filterQuery, PAGE_OR_ROWS } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { listRows, listVerifications } from "#lib/server/verifications/list/list.ts";

/** A page of the list, or its rows for given files. */
export const GET = route(
  { access: "verifications.read", token: true, query: filterQuery(VERIFICATION_FILTER, PAGE_OR_ROWS) },
  async ({ query: { filter, id: ids, until, total, ...page }, user }) => {
    const userId = user.id;
    return ids ? listRows({ filter, userId, ids, until, total }) : listVerifications({ filter, userId, ...page });
  },
);
