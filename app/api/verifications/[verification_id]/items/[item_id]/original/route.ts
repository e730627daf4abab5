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

/** Redirects to the team's original of an item. The opening is recorded before the address is sent. */
export const GET = route({ access: "documents.open", params }, async ({ request, params, actor }) => {
  const location = await originalOf(params);
  if (location === null) throw notFound("The original");
  // Next calls this handler for HEAD too.
  if (request.method === "HEAD") return new Response(null);
  await recordOriginalOpened(params, actor);
  return new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
});
