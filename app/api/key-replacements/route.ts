import { newKeyReplacement } from "#lib/contract/key-replacement-input.ts";
import { listKeyReplacements } from "#lib/server/key-replacement/list.ts";
import { startReplacement } from "#lib/server/key-replacement/start.ts";
import { json, route } from "#lib/server/route.ts";

export const GET = route({ access: "keys.manage" }, async () => ({ items: await listKeyReplacements() }));

/** Answers the new key itself, once. */
export const POST = route(
  { access: "keys.manage", stepUp: true, audit: "key_replacement.begun", body: newKeyReplacement },
  async ({ body, session }) =>
    json(await startReplacement({ ...body, session_hash: session?.idHash ?? "", started_by: session?.user.id }), 201),
);
