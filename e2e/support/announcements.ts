import { expect, type Page } from "@playwright/test";

type Heard = { heard: string[] };

/**
 * Collects the announcements of a file's page from now on, as a screen reader does: the next one may replace the text before
 * a locator finds it. The result waits for one of them.
 */
export async function listen(page: Page): Promise<(text: string) => Promise<void>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard } satisfies Heard);
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("article [data-announced]"))
        heard.push(textContent ?? "");
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return async (text) => {
    const heard = () => page.evaluate(() => (window as unknown as Heard).heard.join("\n"));
    await expect.poll(heard).toContain(text);
  };
}
