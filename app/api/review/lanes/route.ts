import { route } from "#lib/server/http/route.ts";
import { readLanes } from "#lib/server/review/lanes.ts";

/** How many reviews each lane of the desk has for the user, and how many of them are overdue. */
export const GET = route({ access: "reviews.read" }, ({ session }) => readLanes(session.user.id));
