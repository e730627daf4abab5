import { verificationParams } from "#lib/contract/fields.ts";
import { shownReview } from "#lib/contract/review/review-input.ts";
import { invalid, notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { readSince } from "#lib/server/review/since.ts";

/** The changes of a review since the version that a page shows. */
export const GET = route({ access: "reviews.read", params: verificationParams }, async ({ request, params }) => {
  const shown = shownReview.safeParse(Object.fromEntries(request.nextUrl.searchParams));
  if (!shown.success) throw invalid(`Invalid ${shown.error.issues[0]?.path.join(".") || "parameters"}.`);
  const since = await readSince(params.verification_id, shown.data);
  if (!since) throw notFound("This verification");
  return since;
});
