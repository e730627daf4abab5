import { personParams } from "#lib/contract/people/people-input.ts";
import { route } from "#lib/server/http/route.ts";
import { othersLike } from "#lib/server/people/same-person.ts";

/** In which other verifications the same CURP is: neither it nor a name is in the address or in the answer. */
export const GET = route({ access: "people.read", params: personParams }, ({ params }) => othersLike(params));
