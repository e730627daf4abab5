import { revealsQuery } from "#lib/contract/secrets/secret-input.ts";
import { route } from "#lib/server/http/route.ts";
import { listReveals, recordRevealsShown } from "#lib/server/vault/reveals.ts";

/**
 * The once-only values held for this session, except those that the page shows already and names. Sending a value is
 * recorded: the page of its creation has the value from there.
 */
export const GET = route({ access: "secrets.reveal", query: revealsQuery }, async ({ actor, session, query }) => {
  const items = await listReveals(session.idHash, { kinds: query.kinds, except: query.shown });
  await recordRevealsShown(items, actor);
  return { items };
});
