import { openSecret } from "#lib/core/server/vault/vault.ts";
import type { Channel } from "#lib/outbound/contract/channels/channel.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { isLoopback } from "#lib/platform/server/base/env-values.ts";
import { type PostOutcome, postPublic } from "#lib/platform/server/base/post-public.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import type { ClaimedRow, SendResult } from "./claim.ts";
import type { ChannelSecrets } from "./read.ts";

export type Destination = ChannelSecrets & Pick<Channel, "url" | "locale"> & { recipients: string[] };

/** Makes one attempt, bounded in time, to send a message to a channel of its kind. */
export type Transport = (connection: Pooled, channel: Destination, message: ClaimedRow) => Promise<SendResult>;

/** The opened secrets of a channel, the current one first. */
export const secretsOf = ({ pool }: Pooled, { secret_id, previous_secret_id }: Destination): Promise<string[]> =>
  Promise.all([secret_id, previous_secret_id].flatMap((id) => (id === null ? [] : [openSecret(pool, id)])));

/** Time for one attempt over HTTP; shorter than the nine seconds that a worker has to end. */
const TIMEOUT_MS = 8_000;

export const post = (address: string, body: Buffer, headers: Record<string, string>): Promise<PostOutcome> =>
  postPublic({
    address,
    headers: { "user-agent": "cotejo-channels", ...headers },
    body,
    isTrusted,
    timeoutMs: TIMEOUT_MS,
  });

/** With the embedded service, for trials on one machine, the consumer may listen on the same machine. */
const isTrusted = ({ hostname }: URL): boolean =>
  env().CHANNELS_ALLOW_PRIVATE === "true" || (env().sandbox && isLoopback(hostname));

export function resultOf({ result, status, answer, retry_after }: PostOutcome, permanent: boolean): SendResult {
  if (result === "delivered") return { ok: true, status: status as number, answer };
  return { ok: false, permanent, status, error: result, answer, retry_after };
}
