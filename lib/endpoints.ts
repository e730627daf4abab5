import { ACCESS_API } from "./access/contract/api/access.ts";
import { SCIM_API } from "./access/contract/api/scim.ts";
import { TOKENS_API } from "./access/contract/api/tokens.ts";
import { DELIVERIES_API } from "./core/contract/api/deliveries.ts";
import { EVENTS_API } from "./core/contract/api/events.ts";
import { KEYS_API } from "./core/contract/api/keys.ts";
import { NEED_TO_KNOW_API } from "./core/contract/api/need-to-know.ts";
import { PEOPLE_API } from "./core/contract/api/people.ts";
import { SECRETS_API } from "./core/contract/api/secrets.ts";
import { STATUS_API } from "./core/contract/api/status.ts";
import { WEBHOOKS_API } from "./core/contract/api/webhooks.ts";
import { CUSTODY_API } from "./desk/contract/api/custody.ts";
import { DRAFTS_API } from "./desk/contract/api/drafts.ts";
import { NOTES_API } from "./desk/contract/api/notes.ts";
import { REVIEW_API } from "./desk/contract/api/review.ts";
import { VERIFICATIONS_API } from "./desk/contract/api/verifications.ts";
import { SANDBOX_API } from "./edge/contract/api/sandbox.ts";
import { INSIGHTS_API } from "./insights/contract/api/insights.ts";
import { CHANNELS_API } from "./outbound/contract/api/channels.ts";
import { LETTERS_API } from "./outbound/contract/api/letters.ts";
import { NOTICES_API } from "./outbound/contract/api/notices.ts";
import { AUDIT_API } from "./records/contract/api/audit.ts";
import { EVIDENCE_API } from "./records/contract/api/evidence.ts";
import { PRIVACY_API } from "./records/contract/api/privacy.ts";

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
