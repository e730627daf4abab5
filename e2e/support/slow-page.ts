import type { Page } from "@playwright/test";

/** `TEST_SLOW=1`: every page computes four times slower, and every press and click is held for 100 ms. */
export const SLOW = Boolean(process.env.TEST_SLOW);
const SLOW_FACTOR = 4;
/** A timeout in ms that grows as pages are slowed. */
export const slowedTimeout = (ms: number): number => (SLOW ? ms * SLOW_FACTOR : ms);
const HELD_MS = 100;

/** Delays each script of the build by `ms`. */
export const slowScripts = (page: Page, ms: number) =>
  page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    // A request of a page that was left cannot continue.
    await route.continue().catch(() => undefined);
  });

export async function slowDown(page: Page): Promise<void> {
  const hold = (target: object, name: string) => {
    const action: (...given: unknown[]) => unknown = Reflect.get(target, name);
    Object.assign(target, {
      [name](...given: unknown[]) {
        const options = typeof given.at(-1) === "object" ? given.pop() : {};
        return action.call(this, ...given, { delay: HELD_MS, ...(options as object) });
      },
    });
  };
  hold(page.keyboard, "press");
  hold(page.mouse, "click");
  const locator = Object.getPrototypeOf(page.locator("html"));
  if (!slowed.has(locator)) for (const name of ["press", "click"]) hold(locator, name);
  slowed.add(locator);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_FACTOR });
}

/** The classes whose actions are held already. */
const slowed = new WeakSet<object>();
