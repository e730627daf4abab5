import { userChange } from "#lib/contract/access/access-input.ts";
import { userParams } from "#lib/contract/fields.ts";
import { changeUser, withdrawInvitation } from "#lib/server/access/change-users.ts";
import { route } from "#lib/server/http/route.ts";
import { assertTakesReviews, reassignReviews } from "#lib/server/review/reassign.ts";

export const PATCH = route(
  { access: "users.manage", stepUp: true, params: userParams, body: userChange, audit: "user.changed" },
  async ({ params: { user_id: id }, body: { reviews_to, ...change }, session, audit }) => {
    if (reviews_to !== undefined) await assertTakesReviews(reviews_to);
    const { before, after, user } = await changeUser({ id, change, by: session.user.id });
    const given = reviews_to === undefined ? undefined : await reassignReviews(id, reviews_to, session.user);
    audit.add({ before, after: { ...after, reviews_given: given } });
    return user;
  },
);

export const DELETE = route(
  { access: "users.manage", stepUp: true, params: userParams, audit: "user.withdrawn" },
  async ({ params: { user_id: id }, session }) => {
    await withdrawInvitation({ id, by: session.user.id });
  },
);
