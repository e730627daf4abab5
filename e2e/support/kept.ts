import type { Page } from "@playwright/test";

type Kept = { storage: string[]; databases: string[]; caches: string[]; workers: number };

/** Everything that this origin keeps in the browser, besides its cookies. */
export const keptBy = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const entries = (storage: Storage) => Object.keys(storage).map((key) => `${key}=${storage.getItem(key)}`);
    return {
      storage: [...entries(localStorage), ...entries(sessionStorage)],
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ""),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    };
  });

export const NOTHING_KEPT: Kept = { storage: [], databases: [], caches: [], workers: 0 };
