import { z } from "zod";
import { SANDBOX_ROLES } from "#lib/contract/sandbox-roles.ts";
import { identifier } from "#lib/contract/text.ts";
import { route } from "#lib/server/route.ts";
import { reopenVerification } from "#lib/server/sandbox/sandbox.ts";

export const POST = route({ access: SANDBOX_ROLES, params: z.object({ verification_id: identifier }) }, ({ params }) =>
  reopenVerification(params.verification_id),
);
