import { createHmac } from "node:crypto";

/**
 * The value of `Svc-Signature` for a body signed at `t` (Unix seconds): HMAC-SHA256 of `<t>.<raw_body>` under the
 * webhook's secret (interface, Webhook signature).
 */
export function signatureHeader(secret: string, t: number, body: string): string {
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`, "utf8").digest("hex")}`;
}
