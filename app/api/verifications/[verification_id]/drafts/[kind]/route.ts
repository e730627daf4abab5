import { draftInput, draftParams } from "#lib/contract/drafts/draft-input.ts";
import { conflict } from "#lib/server/base/errors.ts";
import { discardDraft, saveDraft } from "#lib/server/drafts/drafts.ts";
import { route } from "#lib/server/http/route.ts";

/** Saves a text while the caller types it. The store checks whether the role may write this kind. */
export const PUT = route(
  {
    access: "notes.write",
    audit: null,
    limit: { calls: 300, seconds: 60 },
    params: draftParams,
    body: draftInput,
    maxBodyBytes: 128 * 1024,
    idle: true,
  },
  async ({ params, body: { author, ...fields }, session }) => {
    if (author !== session.user.id) throw conflict("Somebody else has signed in since.");
    await saveDraft({ ...params, ...fields }, session.user);
  },
);

/** Discards the draft, also after its text has been saved. */
export const DELETE = route(
  { access: "notes.write", audit: null, params: draftParams, idle: true },
  async ({ params, session }) => {
    await discardDraft(params, session.user);
  },
);
