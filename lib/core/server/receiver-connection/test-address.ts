import { setTimeout as delay } from "node:timers/promises";
import type { ReceiverTest } from "#lib/core/contract/status.ts";
import { OWN_TEST, TEST_AGENT } from "#lib/core/contract/webhooks/test-delivery.ts";
import { openSecret } from "#lib/core/server/vault/vault.ts";
import { type PostOutcome, postPublic } from "#lib/platform/server/base/post-public.ts";
import { database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";
import { signatureHeaderOf } from "#lib/receiver/signature.ts";
import { addressOf } from "./own-webhook.ts";

/** Shorter than a delivery's time: a user waits for it. */
const TIMEOUT_MS = 5_000;

/** The receiver loads its secrets at most once a second, and until then answers 404 or 503 to a new webhook. */
const RETRY_AFTER_MS = 1_000;

const SECRET = "SELECT secret_id, now() AS at FROM receiver_secrets WHERE receiver_id = $1 AND role = 'current'";

/**
 * Sends a signed test to the public address of the own webhook, as the service would deliver, and reports whether our
 * receiver answered. A test that is not accepted is repeated once, like a delivery. The receiver stores nothing of it. The operator chose
 * the address, so it may be of any network.
 */
export async function testOwnAddress(
  receiverId: string,
  { pool }: Pooled = database(),
  timeoutMs = TIMEOUT_MS,
): Promise<ReceiverTest> {
  const row = await findRow<{ secret_id: string; at: string }>(pool, SECRET, [receiverId]);
  if (!row) throw new Error("the connected receiver has no secret");
  const body = Buffer.from(OWN_TEST);
  const signature = signatureHeaderOf(await openSecret(pool, row.secret_id), body);
  const headers = { "svc-signature": signature, "user-agent": TEST_AGENT };
  const post = () => postPublic({ address: addressOf(receiverId), headers, body, isTrusted: () => true, timeoutMs });
  let outcome = await post();
  if (outcome.result === "not_accepted") {
    await delay(RETRY_AFTER_MS);
    outcome = await post();
  }
  return { at: row.at, result: resultOf(outcome), status: outcome.status, code: outcome.code };
}

function resultOf({ result, answer, code }: PostOutcome): ReceiverTest["result"] {
  if (result === "delivered") return answer?.includes('"result":"test"') ? "reached" : "stranger";
  return result === "unreachable" && (code === "ENOTFOUND" || code === "EAI_AGAIN") ? "not_resolved" : result;
}
