import { personParams } from "#lib/contract/people/people-input.ts";
import { route } from "#lib/server/http/route.ts";
import { othersLike } from "#lib/server/people/same-person.ts";

/** Other verifications with the same CURP. Neither CURP nor name is in the address or in the answer. */
export const GET = route({ access: "people.read", params: personParams }, ({ params }) => othersLike(params));
