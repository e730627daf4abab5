import { createHmac } from "node:crypto";

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** A header `Svc-Signature` as the service makes it (interface, Webhook signature). */
export function signatureHeader(secret: string, body: string | Uint8Array, t: number | string = nowSeconds()): string {
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex")}`;
}

/** Posts a delivery, without a header if there is no `signature`. `address` is the client named by a proxy. */
export async function postHook(
  port: number,
  receiverId: string,
  body: string | Uint8Array,
  signature?: string,
  address?: string,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (signature !== undefined) headers["svc-signature"] = signature;
  if (address !== undefined) headers["x-forwarded-for"] = address;
  const response = await fetch(`http://127.0.0.1:${port}/hooks/${receiverId}`, {
    method: "POST",
    headers,
    body: body as BodyInit,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

export type Subscribed = { receiverPort: number; receiverId: string; webhookSecret: string };

/** Delivers as the service does. Rejects any answer but 200. */
export async function deliverTo({ receiverPort, receiverId, webhookSecret }: Subscribed, body: string): Promise<void> {
  const { status } = await postHook(receiverPort, receiverId, body, signatureHeader(webhookSecret, body));
  if (status !== 200) throw new Error(`a delivery was answered ${status}`);
}
