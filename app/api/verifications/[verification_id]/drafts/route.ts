import { z } from "zod";
import type { Drafts } from "#lib/contract/drafts/draft.ts";
import { identifier } from "#lib/contract/fields.ts";
import { unauthorized } from "#lib/server/base/errors.ts";
import { listDrafts } from "#lib/server/drafts/drafts.ts";
import { route } from "#lib/server/http/route.ts";

const params = z.object({ verification_id: identifier });

/** The caller's drafts about a verification. */
export const GET = route({ access: "verifications.read", params }, async ({ params, session }) => {
  if (!session) throw unauthorized();
  const drafts: Drafts = { items: await listDrafts(params.verification_id, session.user) };
  return drafts;
});
