import { MORNING } from "#lib/contract/verifications/morning.ts";
import { route } from "#lib/server/http/route.ts";
import { readMorning } from "#lib/server/review/morning.ts";

/** The user's tasks, and the news since a time: an instant, a day in UTC, or `last_visit`. */
export const GET = route({ access: "reviews.read" }, ({ parameters, session }) => {
  const { filter } = MORNING.read(parameters);
  return readMorning(session.user.id, filter.since);
});
