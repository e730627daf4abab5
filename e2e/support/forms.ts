import type { Page } from "@playwright/test";

const EVENTS = "invalidEvents";

/** Records of each `invalid` event whether its default, the bubble, was left to the browser. */
export const watchBubbles = (page: Page) =>
  page.addInitScript((name) => {
    const seen: boolean[] = [];
    Object.assign(window, { [name]: seen });
    window.addEventListener("invalid", (event) => queueMicrotask(() => seen.push(event.defaultPrevented)), true);
  }, EVENTS);

export const prevented = (page: Page): Promise<boolean[]> =>
  page.evaluate((name) => Reflect.get(window, name) as boolean[], EVENTS);
