import { verificationParams } from "#lib/contract/fields.ts";
import { route } from "#lib/server/http/route.ts";
import { listLog } from "#lib/server/review/log.ts";

export const GET = route({ access: "reviews.read", params: verificationParams }, ({ params }) =>
  listLog(params.verification_id),
);
