import { createHmac } from "node:crypto";
import { test as base, expect, NOT_FOUND_NOISE } from "./fixtures.ts";
import { startInstallation } from "./installation.ts";
import { API_KEY, type OwnService, startService } from "./service.ts";

export { expect, NOT_FOUND_NOISE };

type Credentials = { email: string; password: string };

/** For files that do not mind what others have done on the installation: those that name this very one share theirs. */
export const ADMIN: Credentials = { email: "admin@example.com", password: "una frase bastante larga" };

/** What a receiver answers, and the address that the dashboard gave to the service. */
type Deliver = (body: string | Buffer, headers?: Record<string, string>, hook?: string) => Promise<Response>;

type WorkerFixtures = {
  service: OwnService;
  /** Named in the environment as the first admin; without one the installation waits for its setup link to be used. */
  admin: Credentials | null;
};

type Fixtures = {
  signInAsAdmin: () => Promise<void>;
  /** Posts to the dashboard's receiver as the service would. */
  deliver: Deliver;
  /** The `Svc-Signature` of a body; `t` in seconds, now unless told. */
  sign: (body: string | Buffer, options?: { t?: number; secret?: string }) => Record<string, string>;
};

/** Specs of an installation without the sandbox: a service of its own, on which nothing has happened yet. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
  admin: [null, { scope: "worker", option: true }],
  installation: [
    async ({ service, admin }, use) => {
      const { stop, ...installation } = await startInstallation({
        SVC_BASE_URL: service.url,
        SVC_API_KEY: API_KEY,
        ...(admin ? { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password } : {}),
      });
      await use(installation);
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  signInAsAdmin: async ({ page, installation, admin }, use) =>
    use(async () => {
      const headers = { origin: installation.origin };
      expect((await page.request.post("/api/session", { data: admin, headers })).ok()).toBe(true);
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
    use((body, { t = Math.floor(Date.now() / 1000), secret = service.secret } = {}) => {
      const v1 = createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex");
      return { "svc-signature": `t=${t},v1=${v1}` };
    }),
});
