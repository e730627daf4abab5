import { z } from "zod";
import { verificationParams } from "#lib/contract/fields.ts";
import { VERIFICATION_EVENT_KINDS } from "#lib/contract/verifications/activity.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { listVerificationEvents } from "#lib/server/verifications/events.ts";

const kindShape = z.enum(VERIFICATION_EVENT_KINDS).nullable();

export const GET = route({ access: "verifications.read", params: verificationParams }, async ({ request, params }) => {
  const parameters = request.nextUrl.searchParams;
  const kind = kindShape.safeParse(parameters.get("kind"));
  // An unknown kind would answer an empty feed or the feed of another kind.
  if (!kind.success) throw invalid("Invalid kind.");
  return listVerificationEvents({ ...params, kind: kind.data, cursor: parameters.get("cursor") });
});
