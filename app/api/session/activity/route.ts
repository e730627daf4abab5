import { route } from "#lib/server/route.ts";

/** Somebody does something on a page that asks for nothing. A command of nobody's: that it was called is all of it. */
export const POST = route({ access: "account.own", audit: null }, async () => new Response(null, { status: 204 }));
