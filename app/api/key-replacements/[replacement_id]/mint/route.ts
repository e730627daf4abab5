import { replacementParams } from "#lib/contract/fields.ts";
import { anotherKeyInput } from "#lib/contract/keys/key-input.ts";
import { rotationElsewhereDetails } from "#lib/server/audit/command.ts";
import { json, route } from "#lib/server/http/route.ts";
import { createAnotherKey } from "#lib/server/keys/rotation-elsewhere/commands.ts";

/** Creates another new key, and answers it once. */
export const POST = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "key_replacement.minted",
    params: replacementParams,
    body: anotherKeyInput,
  },
  async ({ params, body, session, audit }) => {
    const rotated = await createAnotherKey({
      ...body,
      id: params.replacement_id,
      session_hash: session.idHash,
    });
    audit.add(rotationElsewhereDetails(rotated.replacement));
    return json(rotated, 201);
  },
);
