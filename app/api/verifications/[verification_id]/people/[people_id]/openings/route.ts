import { personParams } from "#lib/contract/people/people-input.ts";
import { openingsOfPerson } from "#lib/server/audit/openings.ts";
import { route } from "#lib/server/http/route.ts";

/** Who opened a person last, and whether the data or the PDF, for every user who may open them too. */
export const GET = route({ access: "people.read", params: personParams }, ({ params }) => openingsOfPerson(params));
