import { pageParameters } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";
import { listNotices } from "#lib/server/notices/list.ts";

/** The caller's notices; with `unread` only those not read. */
export const GET = route({ access: "verifications.read" }, async ({ parameters: asked, session }) => {
  const page = { ...pageParameters(asked), unread: asked.has("unread") && asked.get("unread") !== "false" };
  return listNotices(session.user, await preferredLocale(), page);
});
