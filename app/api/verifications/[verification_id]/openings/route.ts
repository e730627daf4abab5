import { verificationParams } from "#lib/contract/fields.ts";
import { openingsOfFile } from "#lib/server/audit/opened-by.ts";
import { route } from "#lib/server/http/route.ts";

/** The last openings of a file, for every user who may open it. */
export const GET = route({ access: "verifications.read", params: verificationParams }, ({ params }) =>
  openingsOfFile(params),
);
