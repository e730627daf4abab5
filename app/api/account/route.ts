import { readAccount } from "#lib/server/access/account.ts";
import { unauthorized } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "account.own" }, async ({ session }) => {
  if (!session) throw unauthorized();
  return readAccount(session);
});
