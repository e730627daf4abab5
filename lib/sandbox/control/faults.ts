import type { Answer } from "#lib/sandbox/http/answer.ts";
import { newFault } from "#lib/sandbox/http/faults.ts";
import { validated } from "#lib/sandbox/http/read-body.ts";
import type { ControlCall } from "./context.ts";

/** Lets the next calls of the service's endpoints fail. */
export async function add({ faults, body }: ControlCall): Promise<Answer> {
  faults.add(validated(newFault, await body()));
  return { status: 201, json: { data: faults.list() } };
}

export async function list({ faults }: ControlCall): Promise<Answer> {
  return { status: 200, json: { data: faults.list() } };
}

export async function clear({ faults }: ControlCall): Promise<Answer> {
  faults.clear();
  return { status: 204 };
}
