import { route } from "#lib/server/http/route.ts";
import { listReveals, recordRevealsShown } from "#lib/server/vault/reveals.ts";

/** The once-only values held for this session; sending them to a page is recorded. */
export const GET = route({ access: "secrets.reveal" }, async ({ actor, session }) => {
  const items = await listReveals(session.idHash);
  await recordRevealsShown(items, actor);
  return { items };
});
