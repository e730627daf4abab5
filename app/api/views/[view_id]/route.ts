import { z } from "zod";
import { viewChange } from "#lib/contract/verifications/verification-input.ts";
import { route } from "#lib/server/http/route.ts";
import { changeView, deleteView } from "#lib/server/views/views.ts";

const params = z.object({ view_id: z.uuid() });

/** Changes a view: the caller's own, or a shared one with `views.share`. */
export const PATCH = route(
  { access: "views.own", audit: "view.changed", limit: { calls: 60, seconds: 60 }, params, body: viewChange },
  async ({ params, body, session, audit }) => {
    const view = await changeView({ ...params, ...body }, session.user);
    audit.add({ after: { query: view.query, shared: view.shared } });
    return view;
  },
);

export const DELETE = route({ access: "views.own", audit: "view.deleted", params }, async ({ params, session }) => {
  await deleteView(params.view_id, session.user);
});
