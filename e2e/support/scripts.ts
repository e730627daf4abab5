import type { Page, Response } from "@playwright/test";

export type Script = { url: string; text: string };

/** Collects what a page is sent of scripts from now on. Calling the result stops it: what comes later may be cut off by the test's end. */
export function collectScripts(page: Page): () => Promise<Script[]> {
  const scripts: Promise<Script | null>[] = [];
  const keep = (response: Response) => {
    const url = response.url();
    if (!/\.m?js$/.test(new URL(url).pathname)) return;
    // The page before may still request scripts; once it is left, their texts are gone.
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
