import { verificationParams } from "#lib/contract/fields.ts";
import { readFileCustody } from "#lib/server/custody/grounds.ts";
import { route } from "#lib/server/http/route.ts";

/** Until when a file is kept and why, and its legal holds. */
export const GET = route({ access: "verifications.read", params: verificationParams }, ({ params }) =>
  readFileCustody(params.verification_id),
);
