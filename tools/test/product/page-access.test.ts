import { expect, it } from "vitest";
import { pagesOnDisk } from "#e2e/support/routes.ts";
import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { accountOf, anonymous, type Caller, callerAs, callerWith, played, signIn } from "./http.ts";
import { permissionOf } from "./pages.ts";

/** Pages before signing in, and the page for unknown addresses. */
const WITHOUT_PERMISSION = ["/login", "/signed-in", "/setup", "/invitation", "/reset", "/[...nowhere]"];

type OnDisk = { path: string; permission: Permission | null };

/** Every page of the product, found by its files, with the permission that its source requires. */
const PAGES: OnDisk[] = pagesOnDisk().map((page) => ({ path: page.pattern, permission: permissionOf(page) }));
const GUARDED = PAGES.flatMap(({ path, permission }) => (permission === null ? [] : [{ path, permission }]));

/** Existing ids, so that an allowed page is found. */
async function idsOf(admin: Caller): Promise<Record<string, string>> {
  const read = async (path: string) => (await admin(path)).json();
  const verification_id = await played("finished", admin);
  const people = await read(`/api/verifications/${verification_id}/people`);
  const webhooks = await read("/api/webhooks");
  const deliveries = await read("/api/deliveries?limit=1");
  return {
    verification_id,
    people_id: String(people.full_list[0].people_id),
    webhook_id: webhooks.items[0].id,
    delivery_id: String(deliveries.items[0].delivery_id),
    // The browser checks whether this request exists.
    request_id: "00000000-0000-4000-8000-000000000000",
    certificate_id: "00000000-0000-4000-8000-000000000000",
    sample_id: "00000000-0000-4000-8000-000000000000",
    paper: "receipt",
  };
}

const addressOf = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/\[(\w+)\]/g, (_match, name: string) => encodeURIComponent(ids[name] ?? `no ${name}`));

it("every page requires a permission, or is listed here as an exception", () => {
  expect(GUARDED.length).toBeGreaterThan(15);
  expect(PAGES.filter(({ permission }) => permission === null).map(({ path }) => path)).toEqual(
    expect.arrayContaining(WITHOUT_PERMISSION),
  );
  expect(PAGES.length - GUARDED.length).toBe(WITHOUT_PERMISSION.length);
});

it("a caller without a session is sent to the sign-in page and back, and learns nothing of the existing pages", async () => {
  const ids = await idsOf(await callerAs("admin"));
  for (const { path } of [...GUARDED, { path: "/no-such-page" }]) {
    const address = addressOf(path, ids);
    const answer = await anonymous(address);
    const next = address === "/" ? "/login" : `/login?next=${encodeURIComponent(address)}`;
    expect([answer.status, answer.headers.get("location")], address).toEqual([307, next]);
  }
});

it("no page is rendered for a caller without a session, for any kind of request", async () => {
  const ended = await signIn(accountOf("support"));
  await callerWith(ended)("/api/session", { method: "DELETE" });
  const ways: Record<string, string>[] = [
    {},
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
    { purpose: "prefetch" },
    { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  ];
  for (const { path } of [...GUARDED, { path: "/no-such-page" }]) {
    const address = addressOf(path, {});
    for (const headers of ways) {
      for (const caller of [anonymous, callerWith(ended), callerWith("__Host-cotejo=made-up")]) {
        const answer = await caller(`${address}${headers.rsc ? "?_rsc=1" : ""}`, { headers });
        const next = address === "/" ? "/login" : `/login?next=${encodeURIComponent(address)}`;
        const got = { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
        // The redirect shows its target and nothing else.
        expect(got, `${address} ${JSON.stringify(headers)}`).toEqual({ status: 307, to: next, text: next });
      }
    }
  }
});

it.each(ROLES)("%s sees the pages of the table, and there are no others", async (role) => {
  const [admin, person] = [await callerAs("admin"), await callerAs(role)];
  const ids = await idsOf(admin);
  for (const { path, permission } of GUARDED) {
    const address = addressOf(path, ids);
    const answer = await person(address);
    expect(answer.status, `${address} requires ${permission}`).toBe(may(role, permission) ? 200 : 404);
  }
  expect((await person("/no-such-page")).status).toBe(404);
});

it("a request for a forbidden page is on record", async () => {
  const [admin, support] = [await callerAs("admin"), await callerAs("support")];
  const since = `${new Date(Date.now() - 60_000).toISOString().slice(0, 16)}Z`;
  await support("/webhooks/wh_of_nobody/replace");
  const { items } = await (await admin(`/api/audit?action=access.denied&from=${since}`)).json();
  expect(items).toContainEqual(
    expect.objectContaining({
      user: expect.objectContaining({ email: "support@sandbox.local" }),
      outcome: "refused",
      error_code: "FORBIDDEN",
      after: { method: "GET", route: "/webhooks", permission: "webhooks.manage" },
    }),
  );
});
