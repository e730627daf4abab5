/** What came of one request. */
export type Answer = Answered | { status: null; why: string };

export type Answered = {
  status: number;
  /** `type/subtype`; null where there is none that can be read. */
  mediaType: string | null;
  body: Body;
  /** Where a 3xx points, which was not followed. */
  redirect: "the same origin" | "another origin" | "nowhere" | null;
  /** How far the service's clock is ahead of ours in milliseconds, by its `Date` header, which tells whole seconds. */
  clockAheadMs: number | null;
  /** When it came, by the service's clock as far as that is known. */
  atMs: number;
  /** Names of headers that tell of a rate limit. */
  rateHeaders: readonly string[];
};

export type Body = { kind: "JSON"; json: unknown } | { kind: "empty" } | { kind: "not JSON" } | { kind: "too large" };

export const isAnswered = (answer: Answer): answer is Answered => answer.status !== null;

export const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;

/** Whoever stands before the service answers with these when it could not. */
export const isFromGateway = ({ status }: Answer): boolean => status !== null && [502, 503, 504].includes(status);

/** The JSON of a read that succeeded, in a list. */
export const jsonOf = (answer: Answer): unknown[] =>
  isAnswered(answer) && isSuccess(answer) && answer.body.kind === "JSON" ? [answer.body.json] : [];

/** An answer in short: its status, and what it is where that is not plain JSON. */
export function describeAnswer({ status, redirect, body, mediaType }: Answered): string {
  if (redirect !== null) return `${status}, a redirect to ${redirect} (not followed)`;
  if (body.kind === "empty") return `${status} without a body`;
  if (body.kind === "too large") return `${status} with a body over 10 MiB`;
  if (body.kind === "not JSON") return `${status} with a body that is not JSON (${mediaType ?? "no content type"})`;
  return `${status}`;
}
