import type { Page } from "@playwright/test";

const EVENTS = "invalidEvents";

/** Records for each `invalid` event whether the browser shows its default bubble. */
export const watchBubbles = (page: Page) =>
  page.addInitScript((name) => {
    const seen: boolean[] = [];
    Object.assign(window, { [name]: seen });
    window.addEventListener("invalid", (event) => queueMicrotask(() => seen.push(event.defaultPrevented)), true);
  }, EVENTS);

export const prevented = (page: Page): Promise<boolean[]> =>
  page.evaluate((name) => Reflect.get(window, name) as boolean[], EVENTS);
