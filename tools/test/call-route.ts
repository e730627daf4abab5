import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { database } from "#lib/platform/server/db/database.ts";
import { jar } from "#tools/test/next-headers.ts";
import { startDashboard, type TestDashboard } from "./dashboard.ts";

export type Handler = (request: NextRequest, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

type Call = {
  method?: string;
  search?: string;
  body?: unknown;
  params?: Record<string, string>;
  headers?: Record<string, string>;
};

/** A handler's answer to a same-origin call, by default a POST. */
export async function callRoute(
  handler: Handler,
  { method = "POST", search = "", body, params = {}, headers = {} }: Call = {},
) {
  const request = new NextRequest(`http://localhost:3000/api${search}`, {
    method,
    headers: {
      "sec-fetch-site": "same-origin",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), text, headers: response.headers };
}

/**
 * A dashboard for the tests of a file that mocks `next/headers`. Before each test: nobody is signed in, the service is
 * healthy, `prepare` runs, and then an admin signs in.
 */
export function dashboardForEach(prepare: (dashboard: TestDashboard) => Promise<unknown>): () => TestDashboard {
  let started: TestDashboard;
  beforeAll(async () => {
    started = await startDashboard();
  });
  afterAll(() => started.end());
  beforeEach(async () => {
    jar.clear();
    await started.clearFaults();
    await prepare(started);
    await started.signInAs("admin");
  });
  return () => started;
}

/** A route of admins: name, handler, method, body, and whether it asks for the password again after ten minutes. */
export type AdminRoute = [name: string, handler: Handler, method: string, body: unknown, stepUp: boolean];

/** Tests the allowed callers of each route, in a file that mocks `next/headers`. */
export const describeAdminRoutes = (
  routes: readonly AdminRoute[],
  params: Record<string, string>,
  dashboard: () => TestDashboard,
) =>
  describe.each(routes)("%s", (_name, handler, method, body, stepUp) => {
    const codeOf = async (headers: Record<string, string> = {}) =>
      (await callRoute(handler, { method, body, params, headers })).body?.code;

    it("is for admins only", async () => {
      jar.clear();
      expect(await codeOf()).toBe("UNAUTHORIZED");
      for (const role of ["compliance", "support"] as const) {
        await dashboard().signInAs(role);
        expect(await codeOf()).toBe("FORBIDDEN");
      }
    });

    it(stepUp ? "asks for the password again after ten minutes" : "does not ask for the password again", async () => {
      await database().pool.query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes'");
      const code = await codeOf();
      if (stepUp) expect(code).toBe("STEP_UP_REQUIRED");
      else expect(code).not.toBe("STEP_UP_REQUIRED");
    });

    it("refuses requests of another site", async () => {
      expect(await codeOf({ "sec-fetch-site": "cross-site" })).toBe("CSRF_REFUSED");
    });
  });

/** Expects that no table of the dashboard's database contains the text. */
export async function expectStoredNowhere(text: string): Promise<void> {
  const { pool } = database();
  const tables = await pool.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(`SELECT FROM ${name} AS row WHERE row::text LIKE '%' || $1 || '%'`, [text]);
    expect(rows, name).toEqual([]);
  }
}
