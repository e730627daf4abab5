import { type QueryKey, queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { BodySchemaOf, EndpointKey, JsonOf, ParameterOf } from "#lib/endpoints.ts";
import type { ErrorBody } from "#lib/platform/contract/error.ts";
import { sessionEnded } from "./signed-out.ts";

/** The error of a handler. Logic uses `code`; `message` is for logs, since pages have their own words. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: string;
  readonly status: number;
  readonly retryAfter: number | null;
  /** The service's message about a failed call, for display alone. */
  readonly serviceMessage: string | null;
  /** The whole answer, since some errors have further fields. */
  readonly body: object | null;

  constructor(
    status: number,
    code: string,
    message: string,
    retryAfter: number | null,
    serviceMessage: string | null = null,
    body: object | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.serviceMessage = serviceMessage;
    this.body = body;
  }
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === "UNAUTHORIZED";

type ParametersOf<Key extends EndpointKey> = [ParameterOf<Key>] extends [never]
  ? object
  : { params: Record<ParameterOf<Key>, string | number> };
/** A body is only read, so its lists may be read-only. */
type Readable<Body> = Body extends readonly (infer Item)[]
  ? readonly Readable<Item>[]
  : Body extends object
    ? { [Name in keyof Body]: Readable<Body[Name]> }
    : Body;

type BodyOf<Key extends EndpointKey> =
  BodySchemaOf<Key> extends z.ZodType<unknown, infer Body>
    ? undefined extends Body
      ? { body?: Readable<Body> }
      : { body: Readable<Body> }
    : object;

/** The path parameters and the body of an endpoint. */
type Needed<Key extends EndpointKey> = ParametersOf<Key> & BodyOf<Key>;

type Extras = {
  query?: URLSearchParams | Record<string, string>;
  /** Sent as `If-Match`: the version on which the request depends. The server answers 412 if another version is current. */
  ifMatch?: string;
  signal?: AbortSignal;
  /** The request is completed even if the page is left. */
  keepalive?: true;
  /** The call signs a user in: its 401 is about the credentials, not about a session. */
  signsIn?: boolean;
};

/** The options of a call; optional where the endpoint needs none. */
export type Options<Key extends EndpointKey, More = Extras> =
  object extends Needed<Key> ? [options?: Needed<Key> & More] : [options: Needed<Key> & More];

/** The options of any endpoint, after the compiler has checked them. */
type Loose = Extras & { params?: Record<string, unknown>; body?: unknown };

/** Calls an endpoint for its data. Throws ApiError; a network failure has status 0 and the code `OFFLINE`. */
export async function api<Key extends EndpointKey>(endpoint: Key, ...options: Options<Key>): Promise<JsonOf<Key>> {
  const response = await call(endpoint, ...options);
  return (response.status === 204 ? undefined : await response.json()) as JsonOf<Key>;
}

/** As `api`, but returns the response itself, for answers that are not JSON. */
export function call<Key extends EndpointKey>(endpoint: Key, ...[options]: Options<Key>): Promise<Response> {
  const { params = {}, query = {}, ...rest }: Loose = options ?? {};
  const [method, path = ""] = endpoint.split(" ");
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = String(new URLSearchParams(query));
  return fetched(search === "" ? address : `${address}?${search}`, { method, ...rest });
}

type Intervals<Data> = Pick<
  UseQueryOptions<Data>,
  "gcTime" | "refetchInterval" | "refetchOnWindowFocus" | "retry" | "staleTime"
>;

/** The options of a query that one endpoint answers. The last argument has options of the query and of the call. */
export const queryOf = <Key extends EndpointKey>(
  queryKey: QueryKey,
  endpoint: Key,
  ...[options]: Options<Key, Pick<Extras, "query"> & Intervals<JsonOf<Key>>>
) => {
  const { params, query, ...intervals }: Loose & Intervals<JsonOf<Key>> = options ?? {};
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => api(endpoint, ...([{ params, query, signal }] as unknown as Options<Key>)),
    ...intervals,
  });
};

type Request = Omit<Extras, "query"> & { method?: string; body?: unknown };

/** Requests an address of ours. Throws ApiError for a refusal. */
export async function fetched(address: string, options: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: options.method ?? "GET",
      credentials: "same-origin",
      ...(options.keepalive && { keepalive: true }),
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      headers: {
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...(options.ifMatch === undefined ? {} : { "if-match": `"${options.ifMatch}"` }),
      },
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, "OFFLINE", "the dashboard does not answer", null);
  }
  if (!response.ok) {
    const error = await refusal(response);
    if (isSignedOut(error) && !options.signsIn) sessionEnded();
    throw error;
  }
  return response;
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ApiError(
    response.status,
    typeof body?.code === "string" ? body.code : "INTERNAL_SERVER_ERROR",
    typeof body?.message === "string" ? body.message : response.statusText,
    Number.isNaN(seconds) ? null : seconds,
    typeof body?.service_message === "string" ? body.service_message : null,
    body,
  );
}
