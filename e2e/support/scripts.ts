import type { Page, Response } from "@playwright/test";

export type Script = { url: string; text: string };

/** Collects scripts sent to a page until the result is called: later texts may be cut off by the end of the test. */
export function collectScripts(page: Page): () => Promise<Script[]> {
  const scripts: Promise<Script | null>[] = [];
  const keep = (response: Response) => {
    const url = response.url();
    if (!/\.m?js$/.test(new URL(url).pathname)) return;
    // The previous page may still request scripts; their texts are lost after the navigation.
    scripts.push(
      response.text().then(
        (text) => ({ url, text }),
        () => null,
      ),
    );
  };
  page.on("response", keep);
  return async () => {
    page.off("response", keep);
    return (await Promise.all(scripts)).filter((script) => script !== null);
  };
}
