import { noticesRead } from "#lib/contract/notices/notice-input.ts";
import { route } from "#lib/server/http/route.ts";
import { markRead } from "#lib/server/notices/list.ts";

export const PUT = route(
  {
    access: "verifications.read",
    audit: null,
    limit: { calls: 600, seconds: 60 },
    body: noticesRead,
    maxBodyBytes: 16 * 1024,
  },
  ({ session, body }) => markRead(session.user.id, body),
);
