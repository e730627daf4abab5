import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { pageParameters, rowParameters } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { listRows, listVerifications } from "#lib/server/verifications/list/list.ts";

/** A page of the list, or its rows for given files. */
export const GET = route({ access: "verifications.read", token: true }, async ({ parameters, user }) => {
  const { filter } = VERIFICATION_FILTER.read(parameters);
  const userId = user.id;
  const rows = rowParameters(parameters);
  return rows
    ? listRows({ filter, userId, ...rows })
    : listVerifications({ filter, userId, ...pageParameters(parameters) });
});
