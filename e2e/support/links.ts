import { expect, type Locator } from "@playwright/test";

/**
 * Clicks a link as users do to open it in another tab, and expects that the page leaves the click to the browser. No tab is
 * opened, since Playwright can wait for ever for a tab opened by a click.
 */
export async function expectLeftToBrowser(link: Locator, click: "middle" | "ctrl"): Promise<void> {
  const handle = await link.evaluateHandle(
    (element, type) => ({
      seen: new Promise((resolve) => {
        const view = element.ownerDocument.defaultView;
        view?.addEventListener(
          type,
          (event) => {
            resolve([(event.target as Element).closest("a")?.getAttribute("href"), event.defaultPrevented]);
            event.preventDefault();
          },
          { once: true },
        );
      }),
    }),
    click === "middle" ? ("auxclick" as const) : ("click" as const),
  );
  await link.click(click === "middle" ? { button: "middle" } : { modifiers: ["ControlOrMeta"] });
  expect(await handle.evaluate(({ seen }) => seen)).toEqual([await link.getAttribute("href"), false]);
}
