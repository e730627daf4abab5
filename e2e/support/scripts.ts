import type { Page, Response } from "@playwright/test";

export type Script = { url: string; text: string };

/** Collects what a page is sent of scripts from now on. Calling the result stops it: what comes later may be cut off by the test's end. */
export function collectScripts(page: Page): () => Promise<Script[]> {
  const scripts: Promise<Script>[] = [];
  const keep = (response: Response) => {
    const url = response.url();
    if (/\.m?js$/.test(new URL(url).pathname)) scripts.push(response.text().then((text) => ({ url, text })));
  };
  page.on("response", keep);
  return () => {
    page.off("response", keep);
    return Promise.all(scripts);
  };
}
