import { viewOrderInput } from "#lib/contract/verifications/verification-input.ts";
import { route } from "#lib/server/http/route.ts";
import { listViews, orderViews } from "#lib/server/views/views.ts";

export const PUT = route(
  { access: "views.share", audit: "views.ordered", limit: { calls: 60, seconds: 60 }, body: viewOrderInput },
  async ({ body, session }) => {
    await orderViews(body.view_ids);
    return { items: await listViews(session.user) };
  },
);
