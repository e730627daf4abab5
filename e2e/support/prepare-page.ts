import { expect, type Locator, type Page } from "@playwright/test";
import { SLOW, slowDown } from "./slow-page.ts";

/**
 * Chromium confirms an interception before an open page has received it, so that requests at that moment are not
 * intercepted (one time in fifty on a busy machine). A later task of the page runs after the interception has arrived.
 */
function routeInTime(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...routed) => {
    const added = await route(...routed);
    // After a navigation the next requests come from a new document, which is intercepted from its beginning.
    await page.evaluate(() => new Promise((done) => setTimeout(done))).catch(() => undefined);
    return added;
  };
}

/**
 * A press is lost until React has hydrated its target: it refuses events while one script of the page is still to come.
 * Actions wait for it, also after a page has reloaded itself. A test of earlier presses opens its page with an event to
 * wait for.
 */
function pressableInTime(page: Page): void {
  const openers: Record<"goto" | "reload", (...given: never[]) => Promise<unknown>> = page;
  for (const name of ["goto", "reload"] as const) {
    const open = openers[name].bind(page);
    openers[name] = async (...given) => {
      const { waitUntil } = (given.at(-1) as { waitUntil?: string } | undefined) ?? {};
      if (waitUntil) pressedEarly.add(page);
      else pressedEarly.delete(page);
      const answer = await open(...given);
      if (!waitUntil) await hydrated(page);
      return answer;
    };
  }
  before(page.keyboard, ["press"], () => hydrated(page));
  const locator = Object.getPrototypeOf(page.locator("html"));
  if (!waiting.has(locator))
    before(locator, ["press", "click", "check", "selectOption"], (on: Locator) => hydrated(on.page(), on));
  waiting.add(locator);
}

function before<Target>(target: object, names: readonly string[], wait: (target: Target) => Promise<void>): void {
  for (const name of names) {
    const action: (...given: unknown[]) => unknown = Reflect.get(target, name);
    const waited = async function (this: Target, ...given: unknown[]) {
      await wait(this);
      return action.call(this, ...given);
    };
    Object.assign(target, { [name]: waited });
  }
}

async function hydrated(page: Page, target: Locator = page.locator("html")): Promise<void> {
  const isHydrated = (element: Element) => {
    if (!document.querySelector("script[src*='/_next/']")) return true;
    const root: unknown = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$"))?.[1];
    const { memoizedState } = (root as HostRoot | undefined)?.stateNode.current ?? {};
    return memoizedState?.isDehydrated === false && Object.keys(element).some((key) => key.startsWith("__reactFiber$"));
  };
  // The page may lead to another one meanwhile.
  const isReady = () => pressedEarly.has(page) || page.isClosed() || target.evaluate(isHydrated).catch(() => false);
  await expect.poll(isReady, { intervals: [20, 50, 100] }).toBe(true);
}

/** React's own record of a page, by which it refuses events until all of the page outside of Suspense is hydrated. */
type HostRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } | null } } };

/** The pages that are pressed before React listens, and the classes whose actions wait already. */
const pressedEarly = new WeakSet<Page>();
const waiting = new WeakSet<object>();

/** Lets a page intercept and press in time, and slows it where `TEST_SLOW` is set. */
export function preparePage(page: Page): void {
  routeInTime(page);
  pressableInTime(page);
  // A page may be closed before it is slow.
  if (SLOW) void slowDown(page).catch(() => undefined);
}
