import { viewChange, viewInput, viewOrderInput } from "#lib/core/contract/verifications/verification-input.ts";
import { addView, changeView, listViews, orderViews, deleteView as removeView } from "#lib/desk/server/views/views.ts";
import { json, route } from "#lib/edge/server/http/route.ts";

export const getViews = route("GET /api/views", { access: "views.read" }, ({ session }) => listViews(session.user));

/** Saves a view; a shared one needs `views.share`. */
export const postViews = route(
  "POST /api/views",
  { access: "views.own", audit: "view.added", perMinute: 60, body: viewInput },
  async ({ body, session, audit }) => {
    const view = await addView(body, session.user);
    audit.add({ ids: { view_id: view.view_id }, after: { query: view.query, shared: view.shared } });
    return json(view, 201);
  },
);

export const putViewsOrder = route(
  "PUT /api/views/order",
  { access: "views.share", audit: "views.ordered", perMinute: 60, body: viewOrderInput },
  async ({ body, session }) => {
    await orderViews(body.view_ids);
    return listViews(session.user);
  },
);

/** Changes a view: the caller's own, or a shared one with `views.share`. */
export const patchView = route(
  "PATCH /api/views/{view_id}",
  { access: "views.own", audit: "view.changed", perMinute: 60, body: viewChange },
  async ({ params, body, session, audit }) => {
    const view = await changeView({ ...params, ...body }, session.user);
    audit.add({ after: { query: view.query, shared: view.shared } });
    return view;
  },
);

export const deleteView = route(
  "DELETE /api/views/{view_id}",
  { access: "views.own", audit: "view.deleted" },
  async ({ params, session }) => {
    await removeView(params.view_id, session.user);
  },
);
