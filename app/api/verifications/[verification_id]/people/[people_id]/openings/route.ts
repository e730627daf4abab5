import { personParams } from "#lib/contract/people/people-input.ts";
import { openingsOfPerson } from "#lib/server/audit/opened-by.ts";
import { route } from "#lib/server/http/route.ts";

/** The last openings of a person's data or PDF, for every user who may open them. */
export const GET = route({ access: "people.read", params: personParams }, ({ params }) => openingsOfPerson(params));
