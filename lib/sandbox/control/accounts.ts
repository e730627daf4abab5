import { z } from "zod";
import { type Answer, ApiError } from "#lib/sandbox/http/answer.ts";
import { type ControlCall, validated } from "#lib/sandbox/http/request.ts";
import { createNamedKey, keyName } from "#lib/sandbox/service/account.ts";
import {
  createApiKey,
  deleteApiKeyNamed,
  findAccount,
  lockAccount,
  updateAccount,
} from "#lib/sandbox/store/accounts.ts";
import { inTransaction } from "#lib/sandbox/store/database.ts";
import { updateWebhook } from "#lib/sandbox/store/webhooks.ts";

const DASHBOARD_KEY = "cotejo-dashboard";

const signUpBody = z.strictObject({ replace: z.boolean().default(false) });
const keyBody = z.strictObject({ id: keyName, permission: z.enum(["full", "read"]) });

/**
 * Signs up the account of the dashboard, once. The answer has `api_key` only if this call created it. `replace` creates
 * a new key and revokes the old one, for a dashboard that never stored it. Without `replace` a key that the dashboard
 * deleted by a rotation stays deleted.
 */
export async function signUp({ pool, body }: ControlCall): Promise<Answer> {
  const { replace } = validated(signUpBody, await body());
  return inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    if (account.dashboard_key_id && !replace) {
      const { account_id, dashboard_key_id } = account;
      return { status: 200, json: { account_id, api_key_id: dashboard_key_id, api_key: null } };
    }
    await deleteApiKeyNamed(client, account.account_id, DASHBOARD_KEY);
    const key = await createApiKey(client, account.account_id, DASHBOARD_KEY, "full");
    await updateAccount(client, account.account_id, { dashboard_key_id: key.id });
    return { status: 201, json: { account_id: account.account_id, api_key_id: key.id, api_key: key.api_key } };
  });
}

/** Creates a key with a given permission, which the service's endpoint cannot: a `read` key serves for testing 403. */
export async function createRestrictedKey({ pool, body }: ControlCall): Promise<Answer> {
  const { id: name, permission } = validated(keyBody, await body());
  const key = await inTransaction(pool, async (client) => {
    const account = await lockAccount(client);
    return createNamedKey(client, account.account_id, name, permission);
  });
  return { status: 201, json: { id: key.id, api_key: key.api_key, permission, created_at: key.created_at } };
}

const webhookBody = z.strictObject({ enabled: z.boolean() });

/** Disables a webhook, or enables it again; events in between stay undelivered. */
export async function enableWebhook(call: ControlCall, id: string): Promise<Answer> {
  const { enabled } = validated(webhookBody, await call.body());
  const account = await findAccount(call.pool);
  const webhook = account && (await updateWebhook(call.pool, account.account_id, id, { enabled }));
  if (!webhook) throw new ApiError("NOT_FOUND", "no such webhook");
  return { status: 200, json: webhook };
}
