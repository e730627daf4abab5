import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { getReceiverState } from "#lib/core/server/receiver-connection/own-webhook.ts";
import { testOwnAddress } from "#lib/core/server/receiver-connection/test-address.ts";
import { route } from "#lib/edge/server/http/route.ts";

export const getReceiver = route("GET /api/receiver", { access: "webhooks.manage" }, () => getReceiverState());

/** Creates or repairs the dashboard's own webhook, tests its address, and answers its new state. */
export const postReceiver = route(
  "POST /api/receiver",
  { access: "webhooks.manage", stepUp: true, audit: "receiver.connected" },
  async ({ audit }) => {
    const { did, receiver_id } = await ensureReceiver();
    audit.add({ ids: { receiver_id }, after: { did } });
    const [state, test] = await Promise.all([getReceiverState(), testOwnAddress(receiver_id)]);
    return { ...state, did, test };
  },
);
