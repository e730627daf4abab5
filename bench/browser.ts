import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "#e2e/support/browser.ts";

/** The browser of the specs, which ends with the benchmark. */
export async function launchBrowser(stack: AsyncDisposableStack): Promise<Browser> {
  const { path, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ["--no-sandbox"],
  });
  stack.defer(() => browser.close());
  return browser;
}
