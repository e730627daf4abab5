import { z } from "zod";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { route } from "#lib/server/http/route.ts";
import { listVerifications, MAX_PAGE } from "#lib/server/verifications/list/list.ts";

const limitShape = z.coerce.number().int().min(1).max(MAX_PAGE).catch(50);

export const GET = route({ access: "verifications.read" }, async ({ request }) => {
  const parameters = request.nextUrl.searchParams;
  const { filter } = VERIFICATION_FILTER.read(parameters);
  return listVerifications({
    filter,
    cursor: parameters.get("cursor"),
    limit: limitShape.parse(parameters.get("limit") ?? 50),
  });
});
