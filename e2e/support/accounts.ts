import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import type { Role } from "#lib/platform/manifest.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts";
import { tabTo } from "./keyboard.ts";
import type { MESSAGES } from "./messages.ts";

export type Words = (typeof MESSAGES)["en"];

/** Fills the sign-in form in with the keyboard alone. */
export async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await expect(page.locator("button[type=submit]")).toBeEnabled();
  await tabTo(page, page.locator("input[name=email]"));
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

/** The code of an authenticator now. Each code works once, so a step can use only one. */
export const currentCode = (secret: string): string => new TOTP({ secret }).generate();

/** The previous code, which keeps the current one for later; read while the previous one is still accepted. */
export async function previousCode(secret: string): Promise<string> {
  await expect.poll(() => (Date.now() / 1_000) % 30, { timeout: 15_000 }).toBeLessThan(20);
  return new TOTP({ secret }).generate({ timestamp: Date.now() - 30_000 });
}

/** Waits for the first page after signing in without another requested page. */
export const landed = (page: Page, role: Role, words: Words) => {
  const { overview, people, "review-queue": desk } = words;
  const name = {
    admin: overview.title,
    compliance: desk.title,
    support: people.page.title,
    auditor: words.audit.page.title,
  }[role];
  return expect(page.getByRole("heading", { name, level: 1, exact: true })).toBeVisible();
};

/** Like `expectAccessible`; also, nothing scrolls sideways on a phone. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(before);
}
