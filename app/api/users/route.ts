import { newUser } from "#lib/contract/access/access-input.ts";
import type { UserList } from "#lib/contract/access/user.ts";
import { createUser } from "#lib/server/access/change-users.ts";
import { readConsent } from "#lib/server/access/consent.ts";
import { listUsers } from "#lib/server/access/users.ts";
import { json, route } from "#lib/server/http/route.ts";
import { isMailConfigured } from "#lib/server/mail/send.ts";

export const GET = route({ access: "users.manage" }, async (): Promise<UserList> => {
  const [{ items }, consent] = await Promise.all([listUsers(), readConsent()]);
  return { items, consent, mail: isMailConfigured() };
});

/** Answers the link of the invitation, once. */
export const POST = route(
  { access: "users.manage", stepUp: true, body: newUser, audit: "user.added" },
  async ({ body, session, audit }) => {
    const user = await createUser({ ...body, by: session.user.id });
    audit.add({ ids: { user_id: user.id }, after: { role: user.role, invited: user.invite_url !== undefined } });
    return json(user, 201);
  },
);
