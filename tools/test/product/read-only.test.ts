import { expect, it, onTestFinished } from "vitest";
import { startDashboard } from "#e2e/support/dashboards.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { accountOf, installation, signIn } from "./http.ts";

/** The state after a fail-over, when the address still leads to the former primary. */
function onlyReading({ database, sandboxUrl }: typeof installation): Parameters<typeof startDashboard>[0] {
  if (!database) throw new Error("the tests have a database of their own");
  const url = new URL(database.url);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  // PostgreSQL does not decode a plus sign as a space.
  return { sandboxUrl, database: { ...database, url: url.href.replaceAll("+", "%20") } };
}

it("With a read-only database, health, status, handlers and pages report it, and the API is readable", async () => {
  const cookie = await signIn(accountOf("support"));
  const port = await freePort();
  const stop = await startDashboard(onlyReading(installation), port);
  onTestFinished(async () => void (await stop()));
  const origin = `http://localhost:${port}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, redirect: "manual", headers: { cookie, origin, ...init.headers } });
  const ready = await ask("/api/health/ready");
  expect([ready.status, await ready.json()]).toEqual([503, { status: "not_ready", missing: ["storage"] }]);
  expect(await (await ask("/api/status")).json()).toMatchObject({ storage: "read_only" });
  expect((await ask("/api/verifications")).status).toBe(200);
  const json = { "content-type": "application/json" };
  const signingIn = await ask("/api/session", {
    method: "POST",
    headers: json,
    body: JSON.stringify(accountOf("admin")),
  });
  expect([signingIn.status, signingIn.headers.get("retry-after")]).toEqual([503, "2"]);
  // The use of the session cannot be stored.
  const page = await ask("/verifications");
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"]);
});
