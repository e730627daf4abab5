import { errorBody } from "#lib/contract/error.ts";
import { env } from "#lib/server/env.ts";
import { CotejoError, notFound } from "#lib/server/errors.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PATIENCE_MS = 10_000;

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What of the sandbox's refusals is told on; anything else is no refusal but trouble. */
const REFUSALS = new Map([
  [400, "VALIDATION_ERROR"],
  [404, "NOT_FOUND"],
  [409, "CONFLICT"],
] as const);

/**
 * Asks the embedded service's control routes, on this machine only. NOT_FOUND outside sandbox mode, where there is
 * nothing to control; the sandbox's own refusals keep their code; SERVICE_UNREACHABLE when it does not answer.
 */
export async function controlSandbox(method: Method, path: string, body?: unknown): Promise<unknown> {
  const address = controlAddress();
  if (!address) throw notFound("The sandbox");
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(`${address}/sandbox${path}`, {
      method,
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    status = response.status;
    const text = await response.text();
    answer = text === "" ? undefined : JSON.parse(text);
  } catch (cause) {
    throw unreachable(cause);
  }
  if (status < 300) return answer;
  const refusal = errorBody.safeParse(answer);
  const code = REFUSALS.get(status as 400);
  if (!code || !refusal.success) throw unreachable();
  throw new CotejoError(code, status, refusal.data.message);
}

/** Null where the service is somebody else's. */
function controlAddress(): string | null {
  const { sandbox, SVC_BASE_URL, SANDBOX_PORT } = env();
  if (!sandbox) return null;
  const address = SVC_BASE_URL ?? `http://127.0.0.1:${SANDBOX_PORT}`;
  return LOOPBACK.test(new URL(address).hostname) ? address : null;
}

const unreachable = (cause?: unknown) =>
  new CotejoError("SERVICE_UNREACHABLE", 503, "The embedded service does not answer.", { retryable: true, cause });
