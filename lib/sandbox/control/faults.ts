import { newFault } from "#lib/contract/sandbox/sandbox-input.ts";
import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { validated } from "#lib/sandbox/http/read-body.ts";
import type { ControlCall } from "./context.ts";

/** Lets the next calls of the service's endpoints fail, or the deliveries of the next events go wrong. */
export async function add({ faults, body }: ControlCall): Promise<Answer> {
  const id = faults.add(validated(newFault, await body()));
  return { status: 201, json: { id, data: faults.list() } };
}

export async function list({ faults }: ControlCall): Promise<Answer> {
  return { status: 200, json: { data: faults.list() } };
}

export async function end({ faults }: ControlCall, parameters: Record<string, string>): Promise<Answer> {
  if (!faults.end(parameters.id ?? "")) throw new ApiError("NOT_FOUND", "no such fault, or no longer");
  return { status: 204 };
}

export async function clear({ faults }: ControlCall): Promise<Answer> {
  faults.clear();
  return { status: 204 };
}
