import { ACCESS_API } from "./access/api.ts";
import { AUDIT_API } from "./audit/api.ts";
import { CHANNELS_API } from "./channels/api.ts";
import { CUSTODY_API } from "./custody/api.ts";
import { DELIVERIES_API } from "./deliveries/api.ts";
import { DRAFTS_API } from "./drafts/api.ts";
import { EVENTS_API } from "./events/api.ts";
import { EVIDENCE_API } from "./evidence/api.ts";
import { INSIGHTS_API } from "./insights/api.ts";
import { KEYS_API } from "./keys/api.ts";
import { LETTERS_API } from "./letters/api.ts";
import { NEED_TO_KNOW_API } from "./need-to-know/api.ts";
import { NOTES_API } from "./notes/api.ts";
import { NOTICES_API } from "./notices/api.ts";
import { PEOPLE_API } from "./people/api.ts";
import { PRIVACY_API } from "./privacy/api.ts";
import { REVIEW_API } from "./review/api.ts";
import { SANDBOX_API } from "./sandbox/api.ts";
import { SCIM_API } from "./scim/api.ts";
import { SECRETS_API } from "./secrets/api.ts";
import { STATUS_API } from "./status-api.ts";
import { TOKENS_API } from "./tokens/api.ts";
import { VERIFICATIONS_API } from "./verifications/api.ts";
import { WEBHOOKS_API } from "./webhooks/api.ts";

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
