import type { Drafts } from "#lib/contract/drafts/draft.ts";
import { verificationParams } from "#lib/contract/fields.ts";
import { listDrafts } from "#lib/server/drafts/drafts.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route(
  { access: "verifications.read", params: verificationParams, ownText: true },
  async ({ params, session }) => {
    const drafts: Drafts = { items: await listDrafts(params.verification_id, session.user) };
    return drafts;
  },
);
