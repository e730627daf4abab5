import { z } from "zod";
import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { validated } from "#lib/sandbox/http/read-body.ts";
import { findAccount } from "#lib/sandbox/store/accounts.ts";
import { countDeliveries } from "#lib/sandbox/store/deliveries.ts";
import { countSteps } from "#lib/sandbox/store/steps.ts";
import { updateWebhook } from "#lib/sandbox/store/webhooks.ts";
import type { ControlCall } from "./context.ts";

/** Deliveries by state and the steps yet to come, of one verification (`?verification_id=`) or of all. */
export async function summary({ pool, query }: ControlCall): Promise<Answer> {
  const id = query.get("verification_id")?.replaceAll("\u0000", "") ?? null;
  const counts = await countDeliveries(pool, id);
  return { status: 200, json: { ...counts, steps_to_come: await countSteps(pool, id) } };
}

const webhookBody = z.strictObject({ enabled: z.boolean() });

/** Disables a webhook, or enables it again; what it missed meanwhile stays missed. */
export async function enableWebhook(call: ControlCall, parameters: Record<string, string>): Promise<Answer> {
  const { enabled } = validated(webhookBody, await call.body());
  const account = await findAccount(call.pool);
  const webhook = account && (await updateWebhook(call.pool, account.account_id, parameters.id ?? "", { enabled }));
  if (!webhook) throw new ApiError("NOT_FOUND", "no such webhook");
  return { status: 200, json: webhook };
}
