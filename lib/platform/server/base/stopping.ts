// Next bundles copies of this module, and hot reload evaluates it again.
const shared = globalThis as { cotejoStopping?: AbortController };

const controller = (): AbortController => {
  shared.cotejoStopping ??= new AbortController();
  return shared.cotejoStopping;
};

/** Aborts when this process is told to stop: from then on it is not ready, and its streams end. */
export const stopping = (): AbortSignal => controller().signal;

export const beginStop = (): void => controller().abort();
