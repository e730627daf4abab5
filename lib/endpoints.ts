import { ACCESS_API } from "./access.ts";
import { AUDIT_API } from "./audit.ts";
import { CHANNELS_API } from "./channels.ts";
import { CUSTODY_API } from "./custody.ts";
import { DELIVERIES_API } from "./deliveries.ts";
import { DRAFTS_API } from "./drafts.ts";
import { EVENTS_API } from "./events.ts";
import { EVIDENCE_API } from "./evidence.ts";
import { INSIGHTS_API } from "./insights.ts";
import { KEYS_API } from "./keys.ts";
import { LETTERS_API } from "./letters.ts";
import { NEED_TO_KNOW_API } from "./need-to-know.ts";
import { NOTES_API } from "./notes.ts";
import { NOTICES_API } from "./notices.ts";
import { PEOPLE_API } from "./people.ts";
import { PRIVACY_API } from "./privacy.ts";
import { REVIEW_API } from "./review.ts";
import { SANDBOX_API } from "./sandbox.ts";
import { SCIM_API } from "./scim.ts";
import { SECRETS_API } from "./secrets.ts";
import { STATUS_API } from "./status.ts";
import { TOKENS_API } from "./tokens.ts";
import { VERIFICATIONS_API } from "./verifications.ts";
import { WEBHOOKS_API } from "./webhooks.ts";

export const API = {
  ...ACCESS_API,
  ...AUDIT_API,
  ...CHANNELS_API,
  ...CUSTODY_API,
  ...DELIVERIES_API,
  ...DRAFTS_API,
  ...EVENTS_API,
  ...EVIDENCE_API,
  ...INSIGHTS_API,
  ...KEYS_API,
  ...LETTERS_API,
  ...NEED_TO_KNOW_API,
  ...NOTES_API,
  ...NOTICES_API,
  ...PEOPLE_API,
  ...PRIVACY_API,
  ...REVIEW_API,
  ...SANDBOX_API,
  ...SCIM_API,
  ...SECRETS_API,
  ...STATUS_API,
  ...TOKENS_API,
  ...VERIFICATIONS_API,
  ...WEBHOOKS_API,
};

type Api = typeof API;
export type EndpointKey = keyof Api;
export type AnswerOf<Key extends EndpointKey> = Api[Key]["answer"];
/** The answer, where it is JSON. */
export type JsonOf<Key extends EndpointKey> = Exclude<AnswerOf<Key>, Response>;
/** The schema of the body; undefined if the endpoint takes none. */
export type BodySchemaOf<Key extends EndpointKey> = Api[Key]["body"];

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The names of the parameters in the path. */
export type ParameterOf<Key extends EndpointKey> = NamesIn<Key>;
