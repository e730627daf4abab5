import { z } from "zod";
import { identifier } from "#lib/contract/fields.ts";
import { recordOriginalOpened } from "#lib/server/audit/openings.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { originalOf } from "#lib/server/verifications/originals.ts";

const params = z.object({
  verification_id: identifier,
  item_id: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .refine(Number.isSafeInteger),
});

/** Leads to where the team keeps the original of an item. The address does not leave before its opening is recorded. */
export const GET = route({ access: "documents.open", params }, async ({ request, params, actor }) => {
  const location = await originalOf(params);
  if (location === null) throw notFound("The original");
  // Next answers HEAD by this handler.
  if (request.method === "HEAD") return new Response(null);
  await recordOriginalOpened(params, actor);
  return new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
});
