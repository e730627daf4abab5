import { actorOf } from "#lib/server/audit/actor.ts";
import { recordRevealsShown } from "#lib/server/audit/reveals.ts";
import { route } from "#lib/server/route.ts";
import { listReveals } from "#lib/server/secrets/reveals.ts";

/** The once-only values that are held for this very session; that they leave for a page is recorded. */
export const GET = route({ access: "secrets.reveal" }, async ({ request, session }) => {
  const items = await listReveals(session?.idHash ?? "");
  await recordRevealsShown(items, actorOf(request, session));
  return { items };
});
