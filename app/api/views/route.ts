import { viewInput } from "#lib/contract/verifications/verification-input.ts";
import type { Views } from "#lib/contract/verifications/view.ts";
import { json, route } from "#lib/server/http/route.ts";
import { addView, listViews } from "#lib/server/views/views.ts";

export const GET = route({ access: "views.read" }, async ({ session }) => {
  const views: Views = { items: await listViews(session.user) };
  return views;
});

/** Saves a view; a shared one needs `views.share`. */
export const POST = route(
  { access: "views.own", audit: "view.added", limit: { calls: 60, seconds: 60 }, body: viewInput },
  async ({ body, session, audit }) => {
    const view = await addView(body, session.user);
    audit.add({ ids: { view_id: view.view_id }, after: { query: view.query, shared: view.shared } });
    return json(view, 201);
  },
);
