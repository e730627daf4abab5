import { linkToken } from "#lib/contract/access/access-input.ts";
import { findLink } from "#lib/server/access/access-links.ts";
import { route } from "#lib/server/http/route.ts";

const limit = { calls: 60, seconds: 60 };

/** The owner of a link. A read by POST: a token must not appear in a URL. */
export const POST = route({ access: "public", body: linkToken, audit: null, limit }, async ({ body }) => {
  const { purpose, email, name, expires_at } = await findLink(body.token);
  return { purpose, email, name, expires_at };
});
