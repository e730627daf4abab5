import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { MESSAGES } from "./messages.ts";
import { newUser, PASSWORD } from "./users.ts";

const words = MESSAGES.en.access;

/** The dialog over a page whose session has ended. */
export const coverOf = (page: Page): Locator => page.getByRole("dialog", { name: words.ending.over.title });

/** The browser's log of requests with an ended session. */
export const SIGNED_OUT_NOISE = /status of 401/;

export async function signInOver(page: Page, password: string): Promise<void> {
  await expect(coverOf(page).getByLabel(words.signIn.password)).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

type Role = "compliance" | "support";

/** Signs the page in as a new user of this test; the result lets an administrator end the user's sessions. */
export async function ownSession(page: Page, origin: string, admin: APIRequestContext, role: Role) {
  const user = await newUser(admin, role === "support" ? "Sara" : "Carla", role);
  const signIn = async () => {
    const data = { email: user.email, password: PASSWORD };
    expect((await page.request.post("/api/session", { data, headers: { origin } })).ok()).toBe(true);
  };
  await signIn();
  const end = async () => expect((await admin.delete(`/api/users/${user.id}/sessions`)).status()).toBe(204);
  return { user, signIn, end };
}
