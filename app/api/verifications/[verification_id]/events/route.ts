import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";
import { listVerificationEvents } from "#lib/server/queries/verifications/events.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  { access: "any", params: z.object({ verification_id: identifier }) },
  async ({ request, params }) =>
    listVerificationEvents({ ...params, cursor: request.nextUrl.searchParams.get("cursor") }),
);
