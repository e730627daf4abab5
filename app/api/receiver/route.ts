import { CotejoError } from "#lib/server/errors.ts";
import { ensureReceiver } from "#lib/server/receiver-connection/ensure.ts";
import { getReceiverState } from "#lib/server/receiver-connection/state.ts";
import { route } from "#lib/server/route.ts";

export const GET = route({ access: "admin" }, () => getReceiverState());

/** Creates or repairs the dashboard's own webhook, and answers the state that follows. */
export const POST = route({ access: "admin" }, async ({ session }) => {
  if (!session?.recentlyAuthenticated) {
    throw new CotejoError("STEP_UP_REQUIRED", 403, "Give your password again to change secrets.");
  }
  const { did } = await ensureReceiver();
  return { ...(await getReceiverState()), did };
});
