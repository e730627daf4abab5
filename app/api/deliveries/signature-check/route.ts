import { z } from "zod";
import { MAX_CHECKED_BYTES } from "#lib/contract/deliveries/delivery.ts";
import { route } from "#lib/server/http/route.ts";
import { matchStoredSecret } from "#lib/server/receiver-connection/secrets.ts";

/** Base64 is a third larger than its content; the header and the braces need little. */
const MAX_BASE64 = Math.ceil((MAX_CHECKED_BYTES * 4) / 3) + 4;

const shape = z.strictObject({ header: z.string().max(4096), body_base64: z.base64().max(MAX_BASE64) });

/**
 * Whether a secret of the dashboard's own webhook made a signature. The answer names the secret, without its value. A
 * read by POST, since the checked body is too large for an address.
 */
export const POST = route(
  {
    access: "deliveries.manage",
    audit: null,
    limit: { calls: 120, seconds: 60 },
    body: shape,
    maxBodyBytes: MAX_BASE64 + 8192,
  },
  async ({ body: { header, body_base64 } }) => matchStoredSecret({ header, body: Buffer.from(body_base64, "base64") }),
);
