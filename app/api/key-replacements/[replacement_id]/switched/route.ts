import { z } from "zod";
import { markSwitched } from "#lib/server/key-replacement/switched.ts";
import { route } from "#lib/server/route.ts";

const params = z.object({ replacement_id: z.uuid() });

/** The new key is in place there. */
export const POST = route({ access: "keys.manage", audit: "key_replacement.switched", params }, (call) =>
  markSwitched(call.params.replacement_id, true),
);

/** It is not, after all. */
export const DELETE = route({ access: "keys.manage", audit: "key_replacement.switched_back", params }, (call) =>
  markSwitched(call.params.replacement_id, false),
);
