import { z } from "zod";
import { route } from "#lib/server/http/route.ts";
import { acknowledgeReveal, revealIds } from "#lib/server/vault/reveals.ts";

/** 'I have stored it': deletes the value, and keeps its fingerprint. */
export const DELETE = route(
  { access: "secrets.reveal", audit: "reveal.stored", params: z.object({ reveal_id: z.uuid() }) },
  async ({ params, session, audit }) => {
    const stored = await acknowledgeReveal({ id: params.reveal_id, session_hash: session.idHash });
    audit.add({ ids: revealIds({ id: params.reveal_id, ...stored }) });
  },
);
