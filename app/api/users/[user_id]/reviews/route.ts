import { userParams } from "#lib/contract/fields.ts";
import { route } from "#lib/server/http/route.ts";
import { readHeld } from "#lib/server/review/reassign.ts";

/** The unresolved reviews of an account, to be handed over before the account loses the right to decide. */
export const GET = route({ access: "users.manage", params: userParams }, ({ params }) => readHeld(params.user_id));
