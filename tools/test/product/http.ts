import { expect, inject, vi } from "vitest";
import { accountOf as accountAt } from "#e2e/support/installation.ts";
import { sandboxAt } from "#e2e/support/sandbox.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Credentials, signIn as signInAt } from "#tools/test/sign-in.ts";

export const installation = inject("installation");
export const { origin, receiverUrl } = installation;
/** The control routes of the service. */
export const sandbox = sandboxAt(installation.sandboxUrl);

/** The timeout of an answer. */
const TIMEOUT_MS = 30_000;

export type Call = { method?: string; body?: string | ReadableStream | null; headers?: Record<string, string> };
export type Caller = (path: string, call?: Call) => Promise<Response>;

/**
 * A caller with or without a session that returns all headers and never follows redirects. By default it sends the origin
 * of our own pages.
 */
export const callerWith =
  (cookie: string | null): Caller =>
  async (path, { method = "GET", body = null, headers = {} } = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { origin, ...(cookie && { cookie }), ...headers },
      ...(body !== null && { body, duplex: "half" }),
    } as RequestInit);
    // A stream of live updates never ends.
    if (answer.headers.get("content-type")?.startsWith("text/event-stream")) {
      void answer.body?.cancel();
      return new Response(null, { status: answer.status, headers: answer.headers });
    }
    const text = await answer.text();
    const { status } = answer;
    return new Response([204, 304].includes(status) ? null : text, { status, headers: answer.headers });
  };

/** Without a session. */
export const anonymous = callerWith(null);

const JSON_BODY = { "content-type": "application/json" };
export const send = (caller: Caller, path: string, data: unknown = {}, method = "POST") =>
  caller(path, { method, body: JSON.stringify(data), headers: JSON_BODY });

export const accountOf = (role: Role) => accountAt(installation, role);
export const signIn = (credentials: Credentials) => signInAt(origin, credentials);

export const callerAs = async (role: Role): Promise<Caller> => callerWith(await signIn(accountOf(role)));

/** Plays a scenario on a new verification, and waits until the dashboard knows its end. */
export async function played(scenario: string, caller: Caller): Promise<string> {
  const { id } = await sandbox.play(scenario);
  await vi.waitFor(
    async () => {
      const { pending, delivered, steps_to_come } = await sandbox.deliveries(id);
      expect([pending, steps_to_come, delivered > 0]).toEqual([0, 0, true]);
      const { items } = await (await caller(`/api/verifications/${id}/events`)).json();
      expect(items.length).toBeGreaterThan(0);
      expect(items.map(({ state }: { state: string }) => state)).not.toContain("pending");
    },
    { timeout: 120_000, interval: 100 },
  );
  return id;
}
