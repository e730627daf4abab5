import { AsyncLocalStorage } from "node:async_hooks";
import { databaseAway } from "./responses.ts";

type Request = { databaseAway: boolean };
const requests = new AsyncLocalStorage<Request>();

/** The global through which `instrumentation.ts`, bundled apart with its own modules, reports faults. */
export type PageFaults = { cotejoPageFault?: (error: unknown) => void };
const shared = globalThis as PageFaults;

/** Has Next answer a request, and collects the errors of its pages: Next answers 500 for any of them. */
export function watchFaults<T>(work: (request: Readonly<Request>) => T): T {
  shared.cotejoPageFault = noteFault;
  const request = { databaseAway: false };
  return requests.run(request, work, request);
}

function noteFault(error: unknown): void {
  const request = requests.getStore();
  if (request && databaseAway(error)) request.databaseAway = true;
}
