import { z } from "zod";
import { userChange } from "#lib/contract/access/access-input.ts";
import { changeUser, withdrawInvitation } from "#lib/server/access/change-users.ts";
import { unauthorized } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { reviewerOf } from "#lib/server/review/command.ts";
import { assertTakesReviews, handOver } from "#lib/server/review/held.ts";

const params = z.object({ user_id: z.uuid() });

export const PATCH = route(
  { access: "users.manage", stepUp: true, params, body: userChange, audit: "user.changed" },
  async ({ params: { user_id: id }, body: { reviews_to, ...change }, session, audit }) => {
    if (!session) throw unauthorized();
    if (reviews_to !== undefined) await assertTakesReviews(reviews_to);
    const { before, after, user } = await changeUser({ id, change, by: session.user.id });
    const given = reviews_to === undefined ? undefined : await handOver(id, reviews_to, reviewerOf(session));
    audit.add({ before, after: { ...after, reviews_given: given } });
    return user;
  },
);

/** Takes back an invitation that is not accepted. */
export const DELETE = route(
  { access: "users.manage", stepUp: true, params, audit: "user.withdrawn" },
  async ({ params: { user_id: id }, session }) => {
    if (!session) throw unauthorized();
    await withdrawInvitation({ id, by: session.user.id });
    return new Response(null, { status: 204 });
  },
);
