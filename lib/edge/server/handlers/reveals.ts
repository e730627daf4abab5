import { z } from "zod";
import { REVEAL_KINDS } from "#lib/core/contract/secrets/secret.ts";
import { onSecretStored } from "#lib/core/server/provisioning/record.ts";
import { acknowledgeReveal, listReveals, recordRevealsShown, revealIds } from "#lib/core/server/vault/reveals.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { separated } from "#lib/platform/contract/fields.ts";

/** The query of `GET /api/reveals`: the kinds that the page shows, and the ids of values it shows already. */
const revealsQuery = z.strictObject({
  kinds: separated(z.enum(REVEAL_KINDS)).optional(),
  shown: separated(z.uuid()).optional(),
});

/**
 * The once-only values held for this session, except those that the page shows already and names. Sending a value is
 * recorded: the page of its creation has the value from there.
 */
export const getReveals = route(
  "GET /api/reveals",
  { access: "secrets.reveal", query: revealsQuery },
  async ({ actor, session, query }) => {
    const items = await listReveals(session.idHash, { kinds: query.kinds, except: query.shown });
    await recordRevealsShown(items, actor);
    return { items };
  },
);

/** 'I have stored it': deletes the value, and keeps its fingerprint. */
export const deleteReveal = route(
  "DELETE /api/reveals/{reveal_id}",
  { access: "secrets.reveal", audit: "reveal.stored" },
  async ({ params, session, audit }) => {
    const { reveal_id: id } = params;
    const stored = await acknowledgeReveal({ id, session_hash: session.idHash, onStored: onSecretStored });
    audit.add({ ids: revealIds({ id, ...stored }) });
  },
);
