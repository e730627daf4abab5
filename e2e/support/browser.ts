import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium as playwright, type Browser as RunningBrowser } from "@playwright/test";

export type Browser = { path: string; from: string; env: Record<string, string> };

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The Chromium for the specs: the one of COTEJO_TEST_BROWSER, else the headless shell of an npm package, if it runs. A
 * whole browser draws a window with each context, which costs as much as the page.
 */
export async function findHeadlessBrowser(): Promise<Browser> {
  const ships = process.platform === "linux" && process.arch === "x64";
  return ships && !process.env.COTEJO_TEST_BROWSER ? bundled() : findBrowser();
}

/**
 * Chromium for specs about looks or duration, so that a fresh machine needs no manual step: the one of COTEJO_TEST_BROWSER,
 * else Playwright's own if installed, else the system's, else the one of an npm package with its libraries.
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

export async function launchBrowser(browser?: Browser): Promise<RunningBrowser> {
  const { path, env } = browser ?? (await findBrowser());
  return playwright.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ["--no-sandbox"],
  });
}

function which(name: string): string | null {
  try {
    return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || null;
  } catch {
    return null;
  }
}

/** Variables that the package sets: only for the browser, not for other processes of the tests. */
const PACKAGE_VARIABLES = ["AWS_EXECUTION_ENV", "LD_LIBRARY_PATH", "FONTCONFIG_PATH"] as const;

/** The package unpacks its shared libraries too if it detects the environment it was made for. */
async function bundled(): Promise<Browser> {
  const before = PACKAGE_VARIABLES.map((name) => [name, process.env[name]] as const);
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  const path = await chromium.executablePath();
  const env: Record<string, string> = {};
  if (process.env.LD_LIBRARY_PATH) env.LD_LIBRARY_PATH = process.env.LD_LIBRARY_PATH;
  // Its only font is for machines without fonts; elsewhere monospaced text needs the installed ones.
  if (process.env.FONTCONFIG_PATH && !existsSync("/etc/fonts/fonts.conf"))
    env.FONTCONFIG_PATH = process.env.FONTCONFIG_PATH;
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return { path, from: "@sparticuz/chromium", env };
}
