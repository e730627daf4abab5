import { verificationSearchInput } from "#lib/contract/verifications/verification-input.ts";
import { route } from "#lib/server/http/route.ts";
import { listRows, listVerifications } from "#lib/server/verifications/list/list.ts";

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
  ({ body: { filter, rows, ...page }, session }) => {
    const userId = session.user.id;
    return rows ? listRows({ filter, userId, ...rows }) : listVerifications({ filter, userId, ...page });
  },
);
