import { route } from "#lib/server/route.ts";
import { listReveals } from "#lib/server/secrets/reveals.ts";

/** The once-only values that are held for this very session. */
export const GET = route({ access: "secrets.reveal" }, async ({ session }) => ({
  items: await listReveals(session?.idHash ?? ""),
}));
