import { MORNING } from "#lib/contract/verifications/morning.ts";
import { filterQuery } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { readMorning } from "#lib/server/review/morning.ts";

/** The user's tasks, and the news since a time: an instant, a day in UTC, or `last_visit`. */
export const GET = route({ access: "reviews.read", query: filterQuery(MORNING) }, ({ query: { filter }, session }) =>
  readMorning(session.user.id, filter.since),
);
