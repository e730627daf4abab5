import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";
import { notFound } from "#lib/server/errors.ts";
import { getVerification } from "#lib/server/queries/verifications/get.ts";
import { route } from "#lib/server/route.ts";

export const GET = route({ access: "any", params: z.object({ verification_id: identifier }) }, async ({ params }) => {
  const detail = await getVerification(params.verification_id);
  if (!detail) throw notFound("This verification");
  return detail;
});
