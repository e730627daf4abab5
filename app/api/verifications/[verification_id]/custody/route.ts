import { verificationParams } from "#lib/contract/fields.ts";
import { readFileCustody } from "#lib/server/custody/grounds.ts";
import { route } from "#lib/server/http/route.ts";

/** The end of a file's retention with its reason, and its legal holds. */
export const GET = route({ access: "verifications.read", params: verificationParams }, ({ params }) =>
  readFileCustody(params.verification_id),
);
