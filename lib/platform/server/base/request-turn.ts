import { AsyncLocalStorage } from "node:async_hooks";

// Next bundles copies of this module, and hot reload evaluates it again.
const shared = globalThis as { cotejoRequestTurn?: AsyncLocalStorage<() => void> };

/** Runs `work` for a request whose turn `end` ends. */
export function inTurn<T>(end: () => void, work: () => T): T {
  shared.cotejoRequestTurn ??= new AsyncLocalStorage();
  return shared.cotejoRequestTurn.run(end, work);
}

/** Ends the turn of the current request, if there is one, before a wait for another system. */
export const leaveTurn = (): void => shared.cotejoRequestTurn?.getStore()?.();
