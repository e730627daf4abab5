import { newKeyReplacement } from "#lib/contract/keys/key-input.ts";
import { keyReplacementTold } from "#lib/server/audit/facts.ts";
import { listKeyReplacements } from "#lib/server/key-replacement/list.ts";
import { startReplacement } from "#lib/server/key-replacement/start.ts";
import { json, route } from "#lib/server/route.ts";

export const GET = route({ access: "keys.manage" }, async () => ({ items: await listKeyReplacements() }));

/** Answers the new key itself, once. */
export const POST = route(
  { access: "keys.manage", stepUp: true, audit: "key_replacement.begun", body: newKeyReplacement },
  async ({ body, session, audit }) => {
    audit.add({ ids: { api_key_id: body.old_key_id } });
    const by = { session_hash: session?.idHash ?? "", started_by: session?.user.id };
    const started = await startReplacement({ ...body, ...by });
    audit.add(keyReplacementTold(started.replacement));
    return json(started, 201);
  },
);
