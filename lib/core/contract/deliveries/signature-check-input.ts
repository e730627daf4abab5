import { z } from "zod";
import { MAX_CHECKED_BYTES } from "./delivery.ts";

/** Base64 is a third larger than its content; the header and the braces need little. */
const MAX_BASE64 = Math.ceil((MAX_CHECKED_BYTES * 4) / 3) + 4;
export const MAX_SIGNATURE_CHECK_BYTES = MAX_BASE64 + 8192;

/** The body of `POST /api/deliveries/signature-check`. */
export const signatureCheckInput = z.strictObject({
  header: z.string().max(4096),
  body_base64: z.base64().max(MAX_BASE64),
});
