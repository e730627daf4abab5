import { readAccount } from "#lib/server/access/account.ts";
import { unauthorized } from "#lib/server/errors.ts";
import { route } from "#lib/server/route.ts";

export const GET = route({ access: "account.own" }, async ({ session }) => {
  if (!session) throw unauthorized();
  return readAccount(session);
});
