import { env } from "#lib/server/base/env.ts";
import { ANY_QUERY } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { securityText } from "#lib/server/http/security-text.ts";

/** Contact for vulnerabilities (RFC 9116). 404 unless the operator has set one. */
export const GET = route({ access: "public", query: ANY_QUERY }, async () => {
  const { SECURITY_CONTACT: contact } = env();
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  if (!contact) return new Response("Not found.\n", { status: 404, headers });
  return new Response(securityText(contact, new Date()), { headers });
});
