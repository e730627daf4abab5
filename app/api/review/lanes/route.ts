import { route } from "#lib/server/http/route.ts";
import { readLanes } from "#lib/server/review/lanes.ts";

/** The number of the user's reviews in each lane of the desk, and the number of overdue ones. */
export const GET = route({ access: "reviews.read" }, ({ session }) => readLanes(session.user.id));
