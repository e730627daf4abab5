import { noticeMailInput } from "#lib/contract/notices/notice-input.ts";
import { route } from "#lib/server/http/route.ts";
import { readNoticeMail, setNoticeMail } from "#lib/server/notices/mail-choice.ts";

export const GET = route({ access: "account.own" }, ({ session }) => readNoticeMail(session.user.id));

export const PUT = route(
  { access: "account.own", audit: "notices.mail_chosen", body: noticeMailInput },
  async ({ body, session, audit }) => {
    const { choice } = await setNoticeMail(session.user.id, body);
    audit.add({ ids: { user_id: session.user.id }, before: { choice }, after: { choice: body.choice } });
    return readNoticeMail(session.user.id);
  },
);
