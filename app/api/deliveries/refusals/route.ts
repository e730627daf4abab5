import { z } from "zod";
import { REFUSAL_REASONS } from "#lib/contract/deliveries/delivery.ts";
import { listRefusals } from "#lib/server/deliveries/list.ts";
import { route } from "#lib/server/http/route.ts";

const query = z.strictObject({
  reason: z.enum(REFUSAL_REASONS).nullable().default(null),
  cursor: z.string().optional(),
});

export const GET = route({ access: "deliveries.manage", query }, ({ query }) => listRefusals(query));
