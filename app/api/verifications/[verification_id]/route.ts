import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";
import { notFound } from "#lib/server/errors.ts";
import { openVerification } from "#lib/server/refresh/open.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  { access: "verifications.read", params: z.object({ verification_id: identifier }) },
  async ({ params }) => {
    const detail = await openVerification(params.verification_id);
    if (!detail) throw notFound("This verification");
    return detail;
  },
);
