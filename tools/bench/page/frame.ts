import type { Page } from "@playwright/test";

declare global {
  interface Window {
    nextFrame: Promise<number>;
  }
}

/**
 * Milliseconds from the first press of a key or a button in `act` to the paint of the first frame in which `isShown`
 * holds. `isShown` runs in the page, so it can use its argument alone.
 */
export async function timeToFrame<Arg>(
  page: Page,
  isShown: (arg: Arg) => boolean,
  arg: Arg,
  act: () => Promise<unknown>,
): Promise<number> {
  // As source text, since the page's policy forbids it to evaluate any.
  await page.evaluate(`(${watchFrames})(${isShown}, ${JSON.stringify(arg)})`);
  await act();
  return page.evaluate(() => window.nextFrame);
}

function watchFrames<Arg>(isShown: (arg: Arg) => boolean, arg: Arg): void {
  window.nextFrame = new Promise((resolve) => {
    const pressed = new AbortController();
    const begin = ({ timeStamp }: Event) => {
      pressed.abort();
      const { port1, port2 } = new MessageChannel();
      // A message of a frame's callback arrives after its paint; a timer also waits for the page's later work.
      port1.onmessage = () => resolve(performance.now() - timeStamp);
      const look = () => (isShown(arg) ? port2.postMessage(null) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    };
    const options = { capture: true, signal: pressed.signal };
    window.addEventListener("keydown", begin, options);
    window.addEventListener("pointerdown", begin, options);
  });
}
