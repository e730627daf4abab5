import { sendingParams } from "#lib/contract/fields.ts";
import { retrySending } from "#lib/server/channels/sendings.ts";
import { route } from "#lib/server/http/route.ts";

export const POST = route(
  { access: "channels.manage", audit: "sending.retried", params: sendingParams },
  async ({ params }) => retrySending(params),
);
