import { env } from "#lib/server/base/env.ts";
import { route } from "#lib/server/http/route.ts";
import { securityText } from "#lib/server/http/security-text.ts";

/** Whom to tell of a vulnerability (RFC 9116). Absent where the operator has named nobody. */
export const GET = route({ access: "public" }, async () => {
  const { SECURITY_CONTACT: contact } = env();
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  if (!contact) return new Response("Not found.\n", { status: 404, headers });
  return new Response(securityText(contact, new Date()), { headers });
});
