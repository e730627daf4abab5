import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page, Request } from "@playwright/test";
import { READER, type Session, VIEWPORT } from "#tools/bench/page/first-load.ts";
import type { Sender } from "./events.ts";

/** The maximum number of live streams of a session. */
const VIEWERS = 10;
/** Fifty rows, and two further pages of two hundred each. */
const FURTHER_PAGES = 2;

/** Requests and bytes of an event about a loaded row, for ten viewers with three pages of the list each. */
export async function measureViewers(
  browser: Browser,
  address: string,
  storageState: Session,
  send: Sender,
  ids: readonly string[],
  quietMs: number,
) {
  const contexts = await Promise.all(
    Array.from({ length: VIEWERS }, () => browser.newContext({ viewport: VIEWPORT, ...READER, storageState })),
  );
  try {
    const answers: Promise<number>[] = [];
    // The sizes of an answer are not available after its page is closed.
    let counting = false;
    for (const context of contexts) {
      const page = await context.newPage();
      await openWithPages(page, address);
      page.on("requestfinished", (request) => {
        if (counting && isOfLists(request.url())) answers.push(request.sizes().then(bytesOf));
      });
    }
    await delay(quietMs);
    counting = true;
    for (const id of ids) {
      await send(id);
      // Waits until all viewers have their answers.
      await delay(quietMs);
    }
    counting = false;
    const bytes = (await Promise.all(answers)).reduce((sum, size) => sum + size, 0);
    return { requests: answers.length / ids.length, kilobytes: bytes / 1_000 / ids.length };
  } finally {
    for (const context of contexts) await context.close();
  }
}

type Sizes = Awaited<ReturnType<Request["sizes"]>>;
const bytesOf = ({ responseHeadersSize, responseBodySize }: Sizes): number => responseHeadersSize + responseBodySize;

/** Not the state of the installation, which is requested at intervals. */
const isOfLists = (url: string): boolean => {
  const { pathname } = new URL(url);
  return pathname.startsWith("/api/") && pathname !== "/api/status" && pathname !== "/api/live";
};

async function openWithPages(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("[data-row-link]").nth(9).waitFor();
  for (let further = 0; further < FURTHER_PAGES; further += 1) {
    const answer = page.waitForResponse((response) => new URL(response.url()).searchParams.has("cursor"));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await answer;
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}
