import { noticesSeen } from "#lib/contract/access/access-input.ts";
import { acknowledgeNotices } from "#lib/server/access/account-notices.ts";
import { route } from "#lib/server/http/route.ts";

export const POST = route(
  { access: "account.own", body: noticesSeen, audit: "notices.acknowledged" },
  async ({ session, body, audit }) => {
    const kinds = await acknowledgeNotices(session.user.id, body.ids);
    audit.add({ ids: { user_id: session.user.id }, after: { notices: kinds } });
  },
);
