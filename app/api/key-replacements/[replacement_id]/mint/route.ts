import { z } from "zod";
import { keyReplacementMint } from "#lib/contract/keys/key-replacement-input.ts";
import { keyReplacementTold } from "#lib/server/audit/facts.ts";
import { mintReplacement } from "#lib/server/key-replacement/mint.ts";
import { json, route } from "#lib/server/route.ts";

/** Answers another new key, once. */
export const POST = route(
  {
    access: "keys.manage",
    stepUp: true,
    audit: "key_replacement.minted",
    params: z.object({ replacement_id: z.uuid() }),
    body: keyReplacementMint,
  },
  async ({ params, body, session, audit }) => {
    const minted = await mintReplacement({ ...body, id: params.replacement_id, session_hash: session?.idHash ?? "" });
    audit.add(keyReplacementTold(minted.replacement));
    return json(minted, 201);
  },
);
