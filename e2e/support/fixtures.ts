import { createHmac, randomUUID } from "node:crypto";
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import { type Installation, sandboxAccounts } from "./installation.ts";

export { expect };

export type RoleName = "admin" | "compliance" | "support";

type Fixtures = {
  installation: Omit<Installation, "stop">;
  /** Signs the page in as one of the sandbox's people. */
  signInAs: (role: RoleName) => Promise<void>;
  /** An API client with the session of that person, sending what a browser of our own origin would. */
  apiAs: (role: RoleName) => Promise<APIRequestContext>;
  /** What the page logged or refused that a test expects; everything else fails the test. */
  expectedNoise: RegExp[];
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern.
  installation: async ({}, use) => use(JSON.parse(process.env.COTEJO_E2E ?? "{}")),
  baseURL: async ({ installation }, use) => use(installation.origin),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  expectedNoise: async ({}, use) => use([]),
  page: async ({ page, expectedNoise }, use) => {
    const noise: string[] = [];
    page.on("console", (message) => noise.push(`console ${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => noise.push(`uncaught: ${error.message}`));
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        // biome-ignore lint/suspicious/noConsole: the console is how the page tells the test.
        console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await use(page);
    expect(noise.filter((line) => !expectedNoise.some((pattern) => pattern.test(line)))).toEqual([]);
  },
  signInAs: async ({ page, installation }, use) =>
    use(async (role) => {
      const cookie = await signIn(page.request, installation, role);
      expect(cookie.ok()).toBe(true);
    }),
  apiAs: async ({ playwright, installation }, use) => {
    const contexts: APIRequestContext[] = [];
    await use(async (role) => {
      const context = await playwright.request.newContext({
        baseURL: installation.origin,
        extraHTTPHeaders: { origin: installation.origin },
      });
      contexts.push(context);
      expect((await signIn(context, installation, role)).ok()).toBe(true);
      return context;
    });
    await Promise.all(contexts.map((context) => context.dispose()));
  },
});

export function accountOf(installation: Pick<Installation, "dataDir">, role: RoleName) {
  const account = sandboxAccounts(installation.dataDir).find((entry) => entry.role === role);
  if (!account) throw new Error(`the sandbox has no ${role}`);
  return account;
}

const signIn = (request: APIRequestContext, installation: Pick<Installation, "origin" | "dataDir">, role: RoleName) => {
  const { email, password } = accountOf(installation, role);
  return request.post(`${installation.origin}/api/session`, {
    data: { email, password },
    headers: { origin: installation.origin },
  });
};

/** Opens the list and waits for its rows. */
export async function openVerifications(page: Page): Promise<void> {
  await page.goto("/verifications");
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
}

/** A delivery as the service signs it (interface, Authentication: Webhook signature). */
export function signed(body: string | Buffer, secret: string, t = Math.floor(Date.now() / 1000)) {
  const bytes = Buffer.from(body);
  const v1 = createHmac("sha256", secret).update(`${t}.`).update(bytes).digest("hex");
  return { body: bytes, header: `t=${t},v1=${v1}`, id: randomUUID() };
}
