import { z } from "zod";
import { REFUSAL_REASONS } from "#lib/contract/deliveries/delivery.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { listRefusals } from "#lib/server/deliveries/list.ts";
import { route } from "#lib/server/http/route.ts";

const reasonShape = z.enum(REFUSAL_REASONS).nullable();

export const GET = route({ access: "deliveries.manage" }, async ({ request }) => {
  const parameters = request.nextUrl.searchParams;
  const reason = reasonShape.safeParse(parameters.get("reason"));
  if (!reason.success) throw invalid("Invalid reason.");
  return listRefusals({ reason: reason.data, cursor: parameters.get("cursor") });
});
