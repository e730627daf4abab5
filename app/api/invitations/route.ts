import { linkAcceptance } from "#lib/contract/access/access-input.ts";
import { acceptLink } from "#lib/server/access/access-links.ts";
import { browserCookie } from "#lib/server/access/session.ts";
import { json, route } from "#lib/server/http/route.ts";

const limit = { calls: 30, seconds: 60 };

/** Sets a password by a one-time link. Writes its own audit entry: only the link identifies the caller. */
export const POST = route(
  { access: "public", body: linkAcceptance, audit: null, limit },
  async ({ actor, body: acceptance }) => {
    const browser = await browserCookie();
    const accepted = await acceptLink({ acceptance, actor, browser: browser.token });
    if (accepted.browser) browser.save(accepted.browser);
    return json({ email: accepted.email }, 201);
  },
);
