import { linkMailInput } from "#lib/contract/access/access-input.ts";
import { mailLink } from "#lib/server/access/mail-link.ts";
import { route } from "#lib/server/http/route.ts";

/** Mails a link, which the caller was shown before, to its account. The link is in the body, since addresses are logged. */
export const POST = route(
  {
    access: "users.manage",
    stepUp: true,
    body: linkMailInput,
    audit: "user.link_mailed",
    limit: { calls: 20, seconds: 60 },
  },
  async ({ body, session, audit }) => {
    const { user_id, mail } = await mailLink({ ...body, by: session.user });
    audit.add({ ids: { user_id }, after: mail });
    return mail;
  },
);
