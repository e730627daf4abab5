import { route } from "#lib/server/http/route.ts";
import { countFailedLookups } from "#lib/server/people/failed-lookups.ts";

export const GET = route({ access: "people.read" }, () => countFailedLookups());
