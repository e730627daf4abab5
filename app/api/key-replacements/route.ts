import { newKeyReplacement } from "#lib/contract/keys/key-input.ts";
import { keyReplacementDetails } from "#lib/server/audit/command.ts";
import { json, route } from "#lib/server/http/route.ts";
import { startReplacement } from "#lib/server/keys/replacement/commands.ts";
import { listKeyReplacements } from "#lib/server/keys/replacement/record.ts";

export const GET = route({ access: "keys.manage" }, async () => ({ items: await listKeyReplacements() }));

/** Answers the new key itself, once. */
export const POST = route(
  { access: "keys.manage", stepUp: true, audit: "key_replacement.begun", body: newKeyReplacement },
  async ({ body, session, audit }) => {
    audit.add({ ids: { api_key_id: body.old_key_id } });
    const by = { session_hash: session?.idHash ?? "", started_by: session?.user.id };
    const started = await startReplacement({ ...body, ...by });
    audit.add(keyReplacementDetails(started.replacement));
    return json(started, 201);
  },
);
