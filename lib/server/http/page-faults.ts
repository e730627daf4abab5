import { AsyncLocalStorage } from "node:async_hooks";
import { databaseAway } from "./responses.ts";

type Request = { databaseAway: boolean };

/** The build has copies of this module of its own. */
const shared = globalThis as { cotejoRequests?: AsyncLocalStorage<Request> };
shared.cotejoRequests ??= new AsyncLocalStorage<Request>();
const requests = shared.cotejoRequests;

/** Has Next answer a request. What its pages failed at is known from then on. */
export const watchFaults = <T>(work: (request: Readonly<Request>) => T): T => {
  const request = { databaseAway: false };
  return requests.run(request, work, request);
};

/** Notes what a page failed at: Next answers 500 whatever that was. */
export function noteFault(error: unknown): void {
  const request = requests.getStore();
  if (request && databaseAway(error)) request.databaseAway = true;
}
