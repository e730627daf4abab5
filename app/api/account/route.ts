import { readAccount } from "#lib/server/access/account.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "account.own" }, ({ session }) => readAccount(session));
