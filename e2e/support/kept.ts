import type { Page } from "@playwright/test";

type BrowserStorage = { storage: string[]; databases: string[]; caches: string[]; workers: number };

/** Everything that this origin stores in the browser, except its cookies. */
export const browserStorageOf = (page: Page): Promise<BrowserStorage> =>
  page.evaluate(async () => {
    const entries = (storage: Storage) => Object.keys(storage).map((key) => `${key}=${storage.getItem(key)}`);
    return {
      storage: [...entries(localStorage), ...entries(sessionStorage)],
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ""),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    };
  });

export const EMPTY_STORAGE: BrowserStorage = { storage: [], databases: [], caches: [], workers: 0 };
