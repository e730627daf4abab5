import { verificationSearchInput } from "#lib/contract/verifications/verification-input.ts";
import { route } from "#lib/server/http/route.ts";
import { listRows, listVerifications } from "#lib/server/verifications/list/list.ts";
import { nearSpellings } from "#lib/server/verifications/list/near.ts";

/**
 * The list, filtered by text that may not stand in an address (design §9). A read by POST, since a title may name a
 * person; live refetches of the list are no user activity.
 */
export const POST = route(
  {
    access: "verifications.read",
    audit: null,
    limit: { calls: 600, seconds: 60 },
    body: verificationSearchInput,
    idle: true,
  },
  async ({ body: { filter, rows, ...page }, session }) => {
    const userId = session.user.id;
    if (rows) return listRows({ filter, userId, ...rows });
    const list = await listVerifications({ filter, userId, ...page });
    return list.total === 0 ? { ...list, near: await nearSpellings(filter, userId) } : list;
  },
);
