import type { Section } from "#lib/contract-check/section.ts";

/**
 * Statements of the interface that no answer or delivery of the sandbox can keep or break, with why, or where they are
 * tested: the customer's side, or another heading that states the same. They stand in the table so that it leaves nothing out.
 */
const NOT_SHOWN = "belongs to the endpoints that add items, which the interface does not show";
const INBOX = "`lib/server/inbox/store-deliveries.db.test.ts`";
const SIGNATURE = "the receiver's: `lib/receiver/signature.test.ts`";

export const ELSEWHERE: Partial<Record<Section, Record<string, string>>> = {
  "Resources: Item": {
    "`item_error` is optional": "Events: Event list",
    "`file_url` remains available 5 minutes; `upload_url` is for direct upload": NOT_SHOWN,
  },
  "Resources: Label assignment": { "`entity.type` is always `label`": "Events: Event list" },
  "States: Verification `status`": { "its four values": "Resources: Verification" },
  "Endpoints: Verification read": {
    "GET `/verifications/{verification-id}`: its current state": "States: Findings runs, `final`",
    "GET `/v2/verifications/{verification_id}/people`: everybody": "Resources: Person",
  },
  "Endpoints: API keys": { "POST: 409 when `id` already exists": "Resources: API key" },
  "Endpoints: Webhooks": { "rule 4: a lost secret cannot be regenerated": "Resources: Webhook, `secret`" },
  "Authentication: API key": {
    "2: `api_key` appears only in the create response": "Resources: API key",
    "2: keys are also created in the customer dashboard": "`POST /sandbox/accounts`, `/sandbox/api-keys`",
  },
  "Authentication: Webhook signature": {
    "a receiver rejects timestamps older than about 5 minutes; step 4": SIGNATURE,
    "what an independent implementation signs is accepted": "the receiver's: `lib/receiver/receiver.db.test.ts`",
    "deliveries originate from two fixed addresses": "the sandbox delivers from its own machine",
  },
  Events: { "timestamps are ISO 8601 strings": "Events: Event list" },
  "Events: Base verification fields": { "what several events carry": "Events: Event list" },
  "Events: Event rules": {
    "1: label payloads carry no `reason` or `correlation_id`": "Events: Event list",
    "1 to 4, what a receiver makes of them: the latest wins, de-duplicate":
      "`lib/contract/events/ordering.test.ts`, `lib/server/inbox/drain-order.db.test.ts`",
    "5: wait for `source` `final`": "the receiver's: `lib/server/verifications/findings.test.ts`",
    "7: verify, answer 2xx, process asynchronously, de-duplicate": `\`lib/receiver/receiver.db.test.ts\`, ${INBOX}`,
  },
  "Errors: Error response": {
    "`VALIDATION_ERROR` 400": "Endpoints: API keys, POST; Resources: Webhook, `url`, `events`",
    "`DUPLICATE_RESOURCE` 409": "Resources: API key",
    "`UNAUTHORIZED` 401, `FORBIDDEN` 403": "Authentication: API key",
    "clients retry 5xx and network errors, not 4xx": "the client's: `lib/server/service/client.test.ts`",
  },
  "Errors: Causes of missing or rejected webhook deliveries": {
    "1: the webhook URL is not HTTPS": "Resources: Webhook, `url`",
    "2: a firewall; 5: signature mismatch": "the receiver's",
    "3: the receiver takes longer than 30 seconds": "Limits",
  },
  Versioning: { "event names carry the segment `v2`, but for that of people": "Resources: Webhook, `events`" },
  Limits: {
    "webhook retries: 5 after the first failed delivery": "Events: Delivery and retry behaviour",
    "webhook secret: retrievable only once, at creation": "Resources: Webhook, `secret`",
    "findings storage: only the latest run per verification": "States: Findings runs",
    "`file_url` availability: at least 5 minutes": NOT_SHOWN,
    "replay window about 5 minutes; de-duplication retention at least 24 hours": `${SIGNATURE}, ${INBOX}`,
  },
};
