import type { Answer } from "#lib/sandbox/http/answer.ts";
import { startScenarios } from "#lib/sandbox/live/start.ts";
import { SCENARIOS } from "#lib/sandbox/scenarios/catalogue.ts";
import type { ControlCall } from "./context.ts";

/** The names that `POST /sandbox/verifications` takes. */
export async function listScenarios(): Promise<Answer> {
  return { status: 200, json: { data: [...SCENARIOS.keys()] } };
}

/** Starts the seed and the live activity; `started` is false when they were started before. */
export async function start(call: ControlCall): Promise<Answer> {
  const started = await startScenarios(call);
  call.wake();
  return { status: 200, json: { started } };
}
