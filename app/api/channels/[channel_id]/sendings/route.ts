import { channelParams } from "#lib/contract/fields.ts";
import { listSendings } from "#lib/server/channels/read.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "channels.read", params: channelParams }, ({ params: { channel_id } }) =>
  listSendings(channel_id),
);
