import { AsyncLocalStorage } from "node:async_hooks";
import { databaseAway } from "./responses.ts";

type Request = { databaseAway: boolean; onDigest?: ((digest: string) => void) | undefined };
const requests = new AsyncLocalStorage<Request>();

/** The global through which `instrumentation.ts`, bundled apart with its own modules, reports faults. */
export type PageFaults = { cotejoPageFault?: (error: unknown) => void };
const shared = globalThis as PageFaults;

/** Lets Next answer a request, and collects errors of its pages: Next answers 500 for any; the user sees the digest. */
export function watchFaults<T>(work: (request: Readonly<Request>) => T, onDigest?: Request["onDigest"]): T {
  shared.cotejoPageFault = noteFault;
  const request = { databaseAway: false, onDigest };
  return requests.run(request, work, request);
}

function noteFault(error: unknown): void {
  const request = requests.getStore();
  if (request && databaseAway(error)) request.databaseAway = true;
  if (error instanceof Error && "digest" in error) request?.onDigest?.(String(error.digest));
}
