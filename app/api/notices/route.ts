import { z } from "zod";
import { PAGE } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";
import { listNotices } from "#lib/server/notices/list.ts";

const query = z.strictObject({ ...PAGE, unread: z.enum(["", "true", "false"]).default("false") });

/** The caller's notices; with `unread` only those not read. */
export const GET = route({ access: "verifications.read", query }, async ({ query: { unread, ...page }, session }) =>
  listNotices(session.user, await preferredLocale(), { ...page, unread: unread !== "false" }),
);
