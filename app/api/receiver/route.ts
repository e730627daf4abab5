import { ensureReceiver } from "#lib/server/receiver-connection/ensure.ts";
import { getReceiverState } from "#lib/server/receiver-connection/state.ts";
import { route } from "#lib/server/route.ts";

export const GET = route({ access: "admin" }, () => getReceiverState());

/** Creates or repairs the dashboard's own webhook, and answers the state that follows. */
export const POST = route({ access: "admin", stepUp: true }, async () => {
  const { did } = await ensureReceiver();
  return { ...(await getReceiverState()), did };
});
