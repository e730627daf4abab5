/**
 * Statements of the interface that no answer or delivery of the sandbox can keep or break, with why, or where the
 * customer's side of them is tested. They stand in the table so that it leaves nothing out.
 */
export const ELSEWHERE: readonly { heading: string; statement: string; where: string }[] = [
  {
    heading: "Resources and their fields › Item",
    statement: "`file_url` must remain available at least 5 minutes; `upload_url` is a direct-upload address per item",
    where: "belongs to the endpoints that add items, which the interface does not show",
  },
  {
    heading: "Authentication › API key",
    statement: "2: keys are also created in the customer dashboard",
    where: "`POST /sandbox/accounts` and `POST /sandbox/api-keys` stand for it (lib/sandbox/README.md)",
  },
  {
    heading: "Authentication › Webhook signature",
    statement: "a receiver should reject timestamps older than about 5 minutes, and compares in constant time (step 4)",
    where: "the receiver's: `lib/receiver/signature.test.ts`",
  },
  {
    heading: "Authentication › Webhook signature",
    statement: "deliveries originate from two fixed addresses",
    where: "the sandbox delivers from the machine it runs on",
  },
  {
    heading: "Events › Event rules",
    statement:
      "1 to 4, what a receiver makes of them: reconcile labels, the latest run or transition wins, de-duplicate",
    where: "the receiver's: `lib/contract/events/ordering.test.ts`, `lib/server/inbox/drain-order.db.test.ts`",
  },
  {
    heading: "Events › Event rules",
    statement: "5: a receiver that needs definitive findings waits for `source` `final`",
    where: "the receiver's: `lib/server/queries/verifications/findings.test.ts`",
  },
  {
    heading: "Events › Event rules",
    statement: "7: verify on the raw body, answer 2xx immediately, process asynchronously, de-duplicate",
    where: "the receiver's: `lib/receiver/receiver.db.test.ts`, `lib/server/inbox/store-deliveries.db.test.ts`",
  },
  {
    heading: "Errors › Error response",
    statement: "clients should not retry 4xx; they should retry 5xx and network errors with exponential backoff",
    where: "the client's: `lib/server/service/client.test.ts`",
  },
  {
    heading: "Errors › Causes of missing or rejected webhook deliveries",
    statement: "1: the webhook URL is not HTTPS",
    where: "such a target is refused: Resources and their fields › Webhook, `url`",
  },
  {
    heading: "Errors › Causes of missing or rejected webhook deliveries",
    statement: "3: the receiver takes longer than 30 seconds",
    where: "Limits, receiver response time",
  },
  {
    heading: "Errors › Causes of missing or rejected webhook deliveries",
    statement: "2: a firewall blocks the two source addresses; 5: signature mismatch on the receiver",
    where: "the receiver's",
  },
  {
    heading: "Limits",
    statement: "webhook secret: retrievable only once, at creation",
    where: "Resources and their fields › Webhook, `secret`",
  },
  {
    heading: "Limits",
    statement: "findings storage: only the latest run per verification",
    where: "States and transitions › Findings runs",
  },
  {
    heading: "Limits",
    statement: "`file_url` availability: at least 5 minutes",
    where: "belongs to the endpoints that add items, which the interface does not show",
  },
  {
    heading: "Limits",
    statement: "suggested replay window about 5 minutes; suggested de-duplication retention at least 24 hours",
    where: "the receiver's: `lib/receiver/signature.test.ts`, `lib/server/inbox/store-deliveries.db.test.ts`",
  },
];
