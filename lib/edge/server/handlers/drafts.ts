import { draftInput } from "#lib/desk/contract/drafts/draft-input.ts";
import { discardDraft, listDrafts, saveDraft } from "#lib/desk/server/drafts/drafts.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";

export const getDrafts = route(
  "GET /api/verifications/{verification_id}/drafts",
  { access: "verifications.read", ownText: true },
  async ({ params, session }) => ({ items: await listDrafts(params.verification_id, session.user) }),
);

/** Saves a text while the caller types it. The store checks whether the role may write this kind. */
export const putDraft = route(
  "PUT /api/verifications/{verification_id}/drafts/{kind}",
  { access: "notes.write", audit: null, perMinute: 300, body: draftInput, maxBodyBytes: 128 * 1024, idle: true },
  async ({ params, body: { author, ...fields }, session }) => {
    if (author !== session.user.id) throw conflict("Somebody else has signed in since.");
    await saveDraft({ ...params, ...fields }, session.user);
  },
);

/** Discards the draft, also after its text has been saved. */
export const deleteDraft = route(
  "DELETE /api/verifications/{verification_id}/drafts/{kind}",
  { access: "notes.write", audit: null, idle: true },
  async ({ params, session }) => {
    await discardDraft(params, session.user);
  },
);
