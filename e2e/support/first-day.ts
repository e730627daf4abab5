import { readFileSync } from "node:fs";
import { join } from "node:path";
import { signatureHeader } from "#tools/test/hooks.ts";
import { test as base, expect, NOT_FOUND_NOISE } from "./fixtures.ts";
import { startInstallation } from "./installation.ts";
import { API_KEY, type OwnService, startService } from "./service.ts";

export { expect, NOT_FOUND_NOISE };

/** The administrator, created by the spec of the first start, or by the next spec if that one has failed. */
export const ADMIN = { name: "Ana Primera", email: "ana@example.com", password: "una frase bastante larga" };

/** Posts a body and returns the receiver's answer; `hook` is the dashboard's address at the service. */
type Deliver = (body: string | Buffer, headers?: Record<string, string>, hook?: string) => Promise<Response>;

type WorkerFixtures = {
  service: OwnService;
};

type Fixtures = {
  signInAsAdmin: () => Promise<void>;
  /** Signs in, and creates the dashboard's webhook unless it exists. */
  connectAsAdmin: () => Promise<void>;
  /** Waits until `count` events about a verification are applied: before the first its id is unknown. */
  applied: (id: string, count?: number) => Promise<void>;
  /** Posts to the dashboard's receiver as the service would. */
  deliver: Deliver;
  /** The `Svc-Signature` of a body; `t` in seconds, now by default. */
  sign: (body: string | Buffer, options?: { t?: number; secret?: string }) => Record<string, string>;
};

/**
 * Specs of an installation as started against the real service: an embedded database, no sandbox, and a new service of its
 * own without any event. Files run in the order of their names, the first start first.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
  installation: [
    async ({ service }, use) => {
      const { stop, ...installation } = await startInstallation({ SVC_BASE_URL: service.url, SVC_API_KEY: API_KEY });
      await use(installation);
      await stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  signInAsAdmin: async ({ page, installation }, use) =>
    use(async () => {
      const headers = { origin: installation.origin };
      const { email, password } = ADMIN;
      const signIn = () => page.request.post("/api/session", { data: { email, password }, headers });
      if ((await signIn()).ok()) return;
      const token = setupLink(installation.dataDir).split("#")[1];
      expect((await page.request.post("/api/setup", { data: { ...ADMIN, token }, headers })).ok()).toBe(true);
      expect((await signIn()).ok()).toBe(true);
    }),
  connectAsAdmin: async ({ page, signInAsAdmin, installation }, use) =>
    use(async () => {
      await signInAsAdmin();
      const connected = await page.request.post("/api/receiver", { headers: { origin: installation.origin } });
      expect(connected.ok()).toBe(true);
    }),
  applied: async ({ page }, use) =>
    use(async (id, count = 1) => {
      const countApplied = async () => {
        const { items } = await (await page.request.get(`/api/verifications/${id}/events`)).json();
        return items.filter(({ state }: { state: string }) => state === "applied").length;
      };
      await expect.poll(countApplied, { intervals: [50, 100, 200] }).toBeGreaterThanOrEqual(count);
    }),
  deliver: async ({ service }, use) =>
    use((body, headers = {}, hook = service.webhooks[0]?.url ?? "") =>
      fetch(hook, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : new Uint8Array(body),
      }),
    ),
  sign: async ({ service }, use) =>
    use((body, { t, secret = service.secret } = {}) => ({ "svc-signature": signatureHeader(secret, body, t) })),
});

/** The setup link as the banner prints it outside a terminal. */
export const setupLink = (dataDir: string): string => readFileSync(join(dataDir, "setup-link"), "utf8").trim();
