import { verificationParams } from "#lib/contract/fields.ts";
import { shownReview } from "#lib/contract/review/review-input.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { readSince } from "#lib/server/review/since.ts";

export const GET = route({ access: "reviews.read", params: verificationParams, query: shownReview }, async (call) => {
  const since = await readSince(call.params.verification_id, call.query);
  if (!since) throw notFound("This verification");
  return since;
});
