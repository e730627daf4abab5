import { type APIRequestContext, type Browser, test as base, expect } from "@playwright/test";
import pg from "pg";
import { SESSION_COOKIE } from "#lib/access/server/session-seal.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { accountOf, type Installation, startInstallation, startTestInstallation } from "./installation.ts";
import { preparePage } from "./prepare-page.ts";
import { type Change, type Played, type Sandbox, sandboxAt } from "./sandbox.ts";

export { accountOf, expect };

/** The browser's log of a missing page. */
export const NOT_FOUND_NOISE = [/status of 404/];

/** Chromium logs a preloaded file that is used later than a few seconds after the load event, as on a busy machine. */
const SLOW_PRELOAD_NOISE = /was preloaded using link preload but not used within a few seconds/;

type Running = Omit<Installation, "stop">;

/** The installations for specs; the specs of each are in the folder of its name. */
export type Kind = "first-start" | "shared" | "alone" | "first-day" | "short-sessions" | "expired-pdf";

export type WorkerOptions = {
  kind: Kind;
  /** Variables of the installation in addition to the usual ones. */
  environment: Record<string, string>;
};

type WorkerFixtures = WorkerOptions & {
  installation: Running;
  /** An API client of an arbitrary user, for reading the state of the dashboard. */
  observer: APIRequestContext;
  /** Whether the worker still has to judge if a verification needs a review. */
  isReviewDue: (id: string) => Promise<boolean>;
  /**
   * Cookies of sessions of finished tests. They are ended before the next test or with the worker, when no page is open that
   * would report it: a user may have only a limited number of sessions.
   */
  past: string[];
  /**
   * Sessions that the tests of a worker use one after the other, on the shared installation. No administrator's: their changes
   * require a password given in the last ten minutes.
   */
  lasting: Map<Role, Cookies>;
};

type Cookies = Awaited<ReturnType<APIRequestContext["storageState"]>>["cookies"];

type Fixtures = {
  /** Signs the page in as one of the sandbox's users. */
  signInAs: (role: Role) => Promise<void>;
  /** An API client with the session of that user, which sends the headers of a browser of our own origin. */
  apiAs: (role: Role) => Promise<APIRequestContext>;
  /** The control routes of the service. The faults end with the test. */
  sandbox: Sandbox;
  /** Plays a scenario on a new verification and waits until the dashboard has applied all of it. */
  play: (scenario: string, tag?: string) => Promise<Played>;
  /** Applies changes to a verification now, and waits until the dashboard has applied them. */
  change: (id: string, ...changes: Change[]) => Promise<void>;
  /** Waits until every delivery about a verification is applied, and its review is judged. */
  settled: (id: string) => Promise<void>;
  /** Expected log lines and refusals of pages; any other fails the test. */
  expectedNoise: RegExp[];
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  kind: ["shared", { scope: "worker", option: true }],
  environment: [{}, { scope: "worker", option: true }],
  browser: [
    async ({ browser }, use) => {
      // Also the pages of a test's other users, which have contexts of their own.
      browser.on("context", (context) => context.on("page", preparePage));
      await use(browser);
    },
    { scope: "worker" },
  ],
  installation: [
    async ({ kind, environment }, use) => {
      if (kind === "shared") return use(JSON.parse(process.env.COTEJO_E2E ?? "{}"));
      const { stop, ...installation } = await (kind === "first-start"
        ? startInstallation(environment)
        : startTestInstallation(process.env.COTEJO_E2E_POSTGRES ?? "", environment));
      await use(installation);
      await stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  observer: [
    async ({ playwright, installation }, use) => {
      const context = await playwright.request.newContext({ baseURL: installation.origin });
      expect((await signIn(context, installation, "compliance")).ok()).toBe(true);
      await use(context);
      await context.dispose();
    },
    { scope: "worker" },
  ],
  isReviewDue: [
    async ({ installation }, use) => {
      const client = new pg.Client({ connectionString: installation.database?.url });
      await client.connect();
      const due = "SELECT FROM review_due WHERE verification_id = $1 AND due_at <= now()";
      await use(async (id) => (await client.query(due, [id])).rowCount !== 0);
      await client.end();
    },
    { scope: "worker" },
  ],
  past: [
    async ({ installation }, use) => {
      const past: string[] = [];
      await use(past);
      await endSessions(installation, past);
    },
    { scope: "worker" },
  ],
  lasting: [
    async ({ past }, use) => {
      const lasting = new Map<Role, Cookies>();
      await use(lasting);
      past.push(...[...lasting.values()].map(headerOf));
    },
    { scope: "worker" },
  ],
  baseURL: async ({ installation }, use) => use(installation.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  expectedNoise: async ({}, use) => use([]),
  context: async ({ browser, context, expectedNoise }, use, test) => {
    const noise: string[] = [];
    context.on("console", (message) => noise.push(`console ${message.type()}: ${message.text()}`));
    context.on("weberror", (error) => noise.push(`uncaught: ${error.error().message}`));
    await context.addInitScript(() => {
      // Thrown, so that it fails the test like any other error of the page.
      document.addEventListener("securitypolicyviolation", (event) => {
        throw new Error(`CSP violation: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await use(context);
    // A page may send another request while its test ends: its answer belongs to no step of the test.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
    if (test.status !== test.expectedStatus) await test.attach("pages", { body: await pagesOf(browser) });
    const expected = [SLOW_PRELOAD_NOISE, ...expectedNoise];
    expect(noise.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
  },
  signInAs: async ({ page, kind, installation, past, lasting }, use) => {
    await endSessions(installation, past);
    const begun: string[] = [];
    await use(async (role) => {
      // The requests of an open page are refused once another user is signed in.
      if (page.url() !== "about:blank") await page.goto("about:blank");
      const kept = kind === "shared" ? lasting.get(role) : undefined;
      if (kept) await page.context().addCookies(kept);
      // Another test may have ended the session.
      if (kept && (await page.request.get(`${installation.origin}/api/session`)).ok()) return;
      expect((await signIn(page.request, installation, role)).ok()).toBe(true);
      const cookies = await cookiesOf(page.request);
      if (kind === "shared" && role !== "admin") lasting.set(role, cookies);
      else begun.push(headerOf(cookies));
    });
    // A user who gave the password again has another cookie by now.
    const left = headerOf(await cookiesOf(page.request));
    past.push(...begun, ...([...lasting.values()].some((cookies) => headerOf(cookies) === left) ? [] : [left]));
  },
  apiAs: async ({ playwright, installation, past }, use) => {
    await endSessions(installation, past);
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
    past.push(...(await Promise.all(contexts.map(cookiesOf))).map(headerOf));
    await Promise.all(contexts.map((context) => context.dispose()));
  },
  sandbox: async ({ installation }, use) => {
    const sandbox = sandboxAt(installation.sandboxUrl);
    await use(sandbox);
    await sandbox.clearFaults();
  },
  settled: async ({ observer, sandbox, isReviewDue }, use) =>
    use(async (id) => {
      const state = async () => {
        const { pending, delivered, steps_to_come } = await sandbox.deliveries(id);
        if (pending + steps_to_come > 0 || delivered === 0) return "on its way";
        // A delivery that the service counts as delivered is stored, but may not be applied yet.
        if ((await statesOf(observer, id)).includes("pending")) return "stored";
        // An open page would report that the file came into the queue.
        return (await isReviewDue(id)) ? "not judged" : "applied";
      };
      // A new installation still receives events of its past 30 days.
      await expect.poll(state, { timeout: 120_000, intervals: [50, 100, 200] }).toBe("applied");
    }),
  play: async ({ sandbox, settled }, use) =>
    use(async (scenario, tag) => {
      const played = await sandbox.play(scenario, tag);
      await settled(played.id);
      return played;
    }),
  change: async ({ sandbox, settled }, use) =>
    use(async (id, ...changes) => {
      await sandbox.change(id, ...changes);
      await settled(id);
    }),
});

/** The address and heading of each open page, for the log of a failed test. */
async function pagesOf(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const lines = pages.map(async (page) => {
    const heading = page.getByRole("heading", { level: 1 }).first();
    return `${page.url()}: ${await heading.textContent({ timeout: 1_000 }).catch(() => "no heading")}`;
  });
  return (await Promise.all(lines)).join("\n");
}

export const signIn = (request: APIRequestContext, installation: Pick<Running, "origin" | "dataDir">, role: Role) =>
  request.post(`${installation.origin}/api/session`, {
    data: accountOf(installation, role),
    headers: { origin: installation.origin },
  });

/** The cookies of the session and of the recognised browser, without preferences. */
const cookiesOf = async (request: APIRequestContext): Promise<Cookies> =>
  (await request.storageState()).cookies.filter(({ name }) => name.startsWith(SESSION_COOKIE));

const headerOf = (cookies: Cookies): string => cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** Ends open sessions, except those of a dashboard stopped by a test. */
async function endSessions({ origin }: Pick<Running, "origin">, past: string[]): Promise<void> {
  const cookies = new Set(past.splice(0));
  await Promise.all(
    [...cookies].map((cookie) =>
      fetch(`${origin}/api/session`, { method: "DELETE", headers: { origin, cookie } }).catch(() => undefined),
    ),
  );
}

type Events = { items: { state: string }[]; next_cursor: string | null };

/** The state of every delivery about a verification. */
async function statesOf(request: APIRequestContext, id: string): Promise<string[]> {
  const states: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : "";
    const answer = await request.get(`/api/verifications/${encodeURIComponent(id)}/events${query}`);
    const page: Events = await answer.json();
    states.push(...page.items.map((item) => item.state));
    cursor = page.next_cursor;
  }
  return states;
}
