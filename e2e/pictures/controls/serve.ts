import type { Page } from "@playwright/test";
import { build, type Rolldown } from "vite";

/** Opens the page of controls at an address of the product, whose style sheets and fonts it has; the product serves none. */
export async function openControls(page: Page, origin: string): Promise<void> {
  const login = await (await page.request.get(`${origin}/login`)).text();
  const root = /<html[^>]*>/.exec(login)?.[0] ?? "<html>";
  const sheets = login.match(/<link[^>]*rel="stylesheet"[^>]*>/g) ?? [];
  const code = (await script()).replaceAll("</script", "<\\/script");
  const body = `<!doctype html>${root}<head><meta name="viewport" content="width=device-width"><title>Controls</title>${sheets.join("")}</head><body><div id="root"></div><script type="module">${code}</script></body></html>`;
  await page.route(`${origin}/controls`, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await page.goto(`${origin}/controls`);
  await page.locator("#overlays").waitFor();
  await page.evaluate(() => document.fonts.ready);
  await forceStates(page);
}

let built: Promise<string> | undefined;

/** The page and the kit in one script. */
function script(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
    build: {
      write: false,
      rolldownOptions: { input: "e2e/pictures/controls/page.tsx", output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return made.output[0].code;
}

/** Hover and focus of many elements at once, which a pointer and a keyboard cannot bring about. */
async function forceStates(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "[data-forced]" });
  for (const nodeId of nodeIds) {
    const { attributes } = await session.send("DOM.getAttributes", { nodeId });
    const forced = attributes[attributes.indexOf("data-forced") + 1]?.split(" ") ?? [];
    await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: forced });
  }
}
