import { z } from "zod";
import { REFUSAL_REASONS } from "#lib/contract/deliveries/delivery.ts";
import { listRefusals } from "#lib/server/deliveries/list.ts";
import { PAGE } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";

const query = z.strictObject({
  reason: z.enum(REFUSAL_REASONS).nullable().default(null),
  ...PAGE,
});

export const GET = route({ access: "deliveries.manage", query }, ({ query }) => listRefusals(query));
