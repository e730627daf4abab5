import { type QueryKey, queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import type { ErrorBody } from "#lib/contract/error.ts";
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

type CallOptions = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  /** Sent as `If-Match`: the version on which the request depends. The server answers 412 if another version is current. */
  ifMatch?: string;
  signal?: AbortSignal;
  /** The request is completed even if the page is left. */
  keepalive?: true;
  /** The call signs a user in: its 401 is about the credentials, not about a session. */
  signsIn?: boolean;
};

/** Calls a handler of our own for its data. Throws ApiError; a network failure has status 0 and the code `OFFLINE`. */
export async function api<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await call(path, options);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** The `queryFn` of a query that one handler answers. */
export const read =
  <T>(path: string) =>
  ({ signal }: { signal: AbortSignal }): Promise<T> =>
    api<T>(path, { signal });

type Intervals<T> = Pick<
  UseQueryOptions<T>,
  "gcTime" | "refetchInterval" | "refetchOnWindowFocus" | "retry" | "staleTime"
>;

/** The options of a query that one handler answers, at this address. */
export const queryOf = <T>(queryKey: QueryKey, path: string, intervals: Intervals<T> = {}) =>
  queryOptions({ queryKey, queryFn: read<T>(path), ...intervals });

export const post = <T>(path: string, body?: unknown): Promise<T> => api<T>(path, { method: "POST", body });
export const put = <T>(path: string, body: unknown): Promise<T> => api<T>(path, { method: "PUT", body });
export const patch = <T>(path: string, body: unknown): Promise<T> => api<T>(path, { method: "PATCH", body });
export const remove = <T>(path: string, body?: unknown): Promise<T> => api<T>(path, { method: "DELETE", body });

/** The address of a handler about one file. */
export const fileUrl = (id: string, rest = ""): string => `/api/verifications/${encodeURIComponent(id)}${rest}`;

/** As `api`, but returns the response itself, for streamed answers. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
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
