import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Names a request in log lines, in its answer, and for Next's handlers; the value is always ours. */
export const REQUEST_ID = "x-request-id";

// Next bundles copies of this module, and hot reload evaluates it again.
const shared = globalThis as { cotejoRequestId?: AsyncLocalStorage<string> };

/** Runs `work` as that of a new request, whose log lines have its id. */
export function asRequest<T>(work: (id: string) => T): T {
  shared.cotejoRequestId ??= new AsyncLocalStorage();
  const id = randomUUID();
  return shared.cotejoRequestId.run(id, work, id);
}

export const currentRequestId = (): string | undefined => shared.cotejoRequestId?.getStore();
