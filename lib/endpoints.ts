import { ACCESS_ENDPOINTS } from "./access/endpoints.ts";
import { CORE_ENDPOINTS } from "./core/endpoints.ts";
import { DESK_ENDPOINTS } from "./desk/endpoints.ts";
import { EDGE_ENDPOINTS } from "./edge/endpoints.ts";
import { INSIGHTS_ENDPOINTS } from "./insights/endpoints.ts";
import { OUTBOUND_ENDPOINTS } from "./outbound/endpoints.ts";
import { RECORDS_ENDPOINTS } from "./records/endpoints.ts";

export const API = {
  ...CORE_ENDPOINTS,
  ...DESK_ENDPOINTS,
  ...ACCESS_ENDPOINTS,
  ...INSIGHTS_ENDPOINTS,
  ...OUTBOUND_ENDPOINTS,
  ...RECORDS_ENDPOINTS,
  ...EDGE_ENDPOINTS,
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
