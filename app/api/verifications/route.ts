import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { pageParameters } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { listVerifications } from "#lib/server/verifications/list/list.ts";

export const GET = route({ access: "verifications.read" }, async ({ request, session }) => {
  const parameters = request.nextUrl.searchParams;
  const { filter } = VERIFICATION_FILTER.read(parameters);
  return listVerifications({ filter, ...pageParameters(parameters), userId: session.user.id });
});
