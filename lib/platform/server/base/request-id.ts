import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Header with the id of a request, for log lines, its answer and Next's handlers; a client's value is never used. */
export const REQUEST_ID = "x-request-id";

// Next bundles copies of this module, and hot reload evaluates it again.
const shared = globalThis as { cotejoRequestId?: AsyncLocalStorage<string> };

/** Runs `work` under the id of a new request, which its log lines have. */
export function asRequest<T>(work: (id: string) => T): T {
  shared.cotejoRequestId ??= new AsyncLocalStorage();
  const id = randomUUID();
  return shared.cotejoRequestId.run(id, work, id);
}

export const currentRequestId = (): string | undefined => shared.cotejoRequestId?.getStore();
