import type { z } from "zod";
import type { Pace } from "#lib/edge/contract/sandbox/sandbox.ts";
import type { SandboxState } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import {
  type documentsInput,
  type labelInput,
  type NewFault,
  playedAnswer,
  type playInput,
  sandboxState,
} from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { type ErrorCode, errorBody } from "#lib/platform/contract/error.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { isLoopback } from "#lib/platform/server/base/env-values.ts";
import { CotejoError, notFound } from "#lib/platform/server/base/errors.ts";

/** The state of the embedded service: pace, active faults, and the last played verifications with their deliveries. */
export const getSandbox = async (): Promise<SandboxState> => sandboxState.parse(await controlSandbox("GET", "/state"));

/** Plays a scenario on a new verification, and returns its id and tag. */
export const playScenario = async (input: z.output<typeof playInput>) =>
  playedAnswer.parse(await controlSandbox("POST", "/verifications", input));

/** Adds an existing verification to the list of played ones; NOT_FOUND if the service does not have it. */
export const listVerification = (id: string) => controlSandbox("POST", "/played", { verification_id: id });

const ofVerification = (id: string, part: string) => `/verifications/${encodeURIComponent(id)}/${part}`;

/** Adds documents to a verification. CONFLICT if its state does not allow this, also of the next two functions. */
export const addDocuments = (id: string, input: z.output<typeof documentsInput>) =>
  controlSandbox("POST", ofVerification(id, "documents"), input);

export const reopenVerification = (id: string) => controlSandbox("POST", ofVerification(id, "reopen"));

export const changeLabel = (id: string, input: z.output<typeof labelInput>) =>
  controlSandbox("POST", ofVerification(id, "labels"), input);

export const addFault = (fault: NewFault) => controlSandbox("POST", "/faults", fault);

/** Ends an active fault; NOT_FOUND if it has ended. */
export const endFault = (id: string) => controlSandbox("DELETE", `/faults/${encodeURIComponent(id)}`);

export const endFaults = () => controlSandbox("DELETE", "/faults");

export const setPace = (pace: Pace) => controlSandbox("PUT", "/pace", { pace });

const TIMEOUT_MS = 10_000;

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Statuses of the sandbox's refusals, which are passed on; any other status is a fault. */
const REFUSALS: Record<number, ErrorCode> = { 400: "VALIDATION_ERROR", 404: "NOT_FOUND", 409: "CONFLICT" };

/**
 * Calls a control route of the sandbox, on this machine only. Throws NOT_FOUND outside sandbox mode,
 * SERVICE_UNREACHABLE without an answer, and the sandbox's refusals with their codes.
 */
async function controlSandbox(method: Method, path: string, body?: unknown): Promise<unknown> {
  const address = controlAddress();
  if (!address) throw notFound("The sandbox");
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(`${address}/sandbox${path}`, {
      method,
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
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
  const code = REFUSALS[status];
  if (!code || !refusal.success) throw unreachable();
  throw new CotejoError(code, status, refusal.data.message);
}

/** Null if the service is not embedded. */
function controlAddress(): string | null {
  const { sandbox, SVC_BASE_URL, SANDBOX_PORT } = env();
  if (!sandbox) return null;
  const address = SVC_BASE_URL ?? `http://127.0.0.1:${SANDBOX_PORT}`;
  return isLoopback(new URL(address).hostname) ? address : null;
}

const unreachable = (cause?: unknown) =>
  new CotejoError("SERVICE_UNREACHABLE", 503, "The embedded service does not answer.", { retryable: true, cause });
