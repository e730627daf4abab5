/** What came of one request. `request` names it by method and path template: no identifier, no address. */
export type Answer = Answered | Unanswered;

export type Answered = {
  request: string;
  status: number;
  /** `type/subtype`; null where there is none that can be read. */
  mediaType: string | null;
  body: Body;
  /** Where a 3xx points, which was not followed. */
  redirect: "the same origin" | "another origin" | "nowhere" | null;
  /** How far the service's clock is ahead of ours in milliseconds, by its `Date` header, which tells whole seconds. */
  clockAheadMs: number | null;
  /** Names of headers that tell of a rate limit. */
  rateHeaders: readonly string[];
};

export type Unanswered = { request: string; status: null; why: string };

export type Body = { kind: "JSON"; json: unknown } | { kind: "empty" } | { kind: "not JSON" } | { kind: "too large" };

export const isAnswered = (answer: Answer): answer is Answered => answer.status !== null;

export const isSuccess = (answer: Answer): answer is Answered =>
  isAnswered(answer) && answer.status >= 200 && answer.status < 300;

/** Whoever stands before the service answers with these when it could not. */
const GATEWAY_STATUSES = [502, 503, 504];
export const isFromGateway = ({ status }: Answer): boolean => status !== null && GATEWAY_STATUSES.includes(status);

/**
 * Why an answer says nothing about the interface, neither for nor against it: there is none, there were too many calls,
 * or the service has a fault (interface, Errors: a documented answer, to be tried again). Null when it does.
 */
export function obstacleOf(answer: Answer): string | null {
  if (!isAnswered(answer)) return `${answer.request} had no answer: ${answer.why}`;
  if (answer.status === 429) return `${answer.request} answered 429: it asks for fewer calls`;
  return answer.status >= 500 ? `${answer.request} answered ${answer.status}` : null;
}

/** As `obstacleOf`, of a read with the key: it may lack the permission (interface, Authentication: API key). */
export function readObstacleOf(answer: Answer): string | null {
  return answer.status === 403 ? `${answer.request} answered 403: this key may not read it` : obstacleOf(answer);
}

/** An answer in short: its status, and what it is where that is not plain JSON. */
export function describeAnswer(answer: Answered): string {
  const { status, redirect, body, mediaType } = answer;
  if (redirect !== null) return `${status}, a redirect to ${redirect} (not followed)`;
  if (body.kind === "empty") return `${status} without a body`;
  if (body.kind === "too large") return `${status} with a body over 10 MiB`;
  if (body.kind === "not JSON") return `${status} with a body that is not JSON (${mediaType ?? "no content type"})`;
  return `${status}`;
}
