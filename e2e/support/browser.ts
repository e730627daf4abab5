import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium as playwright } from "@playwright/test";

export type Browser = { path: string; from: string; env: Record<string, string> };

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The Chromium for the tests, so that a fresh machine needs no manual step: one named by COTEJO_TEST_BROWSER, else
 * Playwright's own if installed, else the system's, else the one that an npm package ships with its libraries.
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.COTEJO_TEST_BROWSER;
  if (named) {
    if (!existsSync(named)) throw new Error(`COTEJO_TEST_BROWSER: there is no file ${named}`);
    return { path: named, from: "COTEJO_TEST_BROWSER", env: {} };
  }
  const own = playwright.executablePath();
  if (own && existsSync(own)) return { path: own, from: "Playwright", env: {} };
  for (const name of SYSTEM_NAMES) {
    const path = which(name);
    if (path) return { path, from: "the system", env: {} };
  }
  return bundled();
}

function which(name: string): string | null {
  try {
    return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || null;
  } catch {
    return null;
  }
}

/** The package unpacks its shared libraries too when it believes to be in the environment it was made for. */
async function bundled(): Promise<Browser> {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  const path = await chromium.executablePath();
  const env = Object.fromEntries(
    ["LD_LIBRARY_PATH", "FONTCONFIG_PATH"].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  return { path, from: "@sparticuz/chromium", env };
}
