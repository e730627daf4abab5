/** The headings of the interface under which the report stands, in its order. */
export const SECTIONS = [
  "What the service does",
  "Resources: API key",
  "Resources: Webhook",
  "Resources: Verification",
  "Resources: Finding",
  "Resources: Item",
  "Resources: Label assignment",
  "Resources: Person",
  "Resources: CURP lookup result",
  "States and transitions",
  "Endpoints: API keys",
  "Endpoints: Webhooks",
  "Endpoints: Verification read",
  "Authentication: API key",
  "Authentication: Webhook signature",
  "Events",
  "Errors: Error response",
  "Limits",
  "Versioning",
] as const;
export type Section = (typeof SECTIONS)[number];
