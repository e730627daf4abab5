import { alertMute } from "#lib/contract/notices/notice-input.ts";
import { route } from "#lib/server/http/route.ts";
import { muteAlert } from "#lib/server/notices/list-alerts.ts";

/** Mutes or unmutes a kind of alert for everybody. */
export const PUT = route(
  { access: "settings.manage", stepUp: true, audit: "alert.muted", body: alertMute },
  async ({ body, session, audit }) => {
    audit.add({ before: await muteAlert(body, session.user.id), after: body });
  },
);
