import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CreatedUser, MadeLink } from "#lib/access/contract/user.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach, describeAdminRoutes, expectStoredNowhere } from "#tools/test/call-route.ts";
import { GET as listMails } from "./sandbox/mails/route.ts";
import { POST as renew } from "./users/[user_id]/link/route.ts";
import { POST as mail } from "./users/link-mails/route.ts";
import { POST as invite, GET as list } from "./users/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));
vi.stubEnv("COTEJO_SANDBOX", "1");

const dashboard = dashboardForEach(async () => undefined);
beforeAll(() => expect(env().sandbox).toBe(true));

let people = 0;
async function invited(): Promise<CreatedUser & { invite_url: string }> {
  people += 1;
  return (await callRoute(invite, { body: { email: `rosa${people}@empresa.mx`, name: "Rosa", role: "support" } })).body;
}
const tokenOf = (url: string): string => url.slice(url.indexOf("#") + 1);
const kept = async () => (await callRoute(listMails, { method: "GET" })).body.items;

describeAdminRoutes(
  [["POST /api/users/link-mails", mail, "POST", { token: "0".repeat(43), locale: "en" }, true]],
  {},
  dashboard,
);

describe("the mail with a link", () => {
  it("goes to the account in the language of choice, and the link is stored nowhere", async () => {
    const { id, email, invite_url } = await invited();
    const token = tokenOf(invite_url);
    expect((await callRoute(list, { method: "GET" })).body.mail).toBe(true);
    expect(await callRoute(mail, { body: { token, locale: "es-MX" } })).toMatchObject({
      status: 200,
      body: { state: "sent", error: null },
    });
    const [newest] = await kept();
    expect(newest).toMatchObject({ to: email, subject: "Tu invitación a Cotejo", verification_id: null });
    expect(newest.text).toMatch(/^Hola, Rosa:/);
    expect(newest.text).toContain("/invitation#•••");
    expect(newest.reply_to).toMatch(/^admin@/);
    await expectStoredNowhere(token);
    const { rows } = await database().pool.query(
      "SELECT ids, after FROM audit_log WHERE action = 'user.link_mailed' AND outcome = 'done' ORDER BY id DESC LIMIT 1",
    );
    expect(rows).toEqual([{ ids: { user_id: id }, after: { state: "sent", error: null } }]);
  });

  it("is sent for a valid link only", async () => {
    const { id, invite_url } = await invited();
    const newer: MadeLink = (await callRoute(renew, { params: { user_id: id } })).body;
    expect(await callRoute(mail, { body: { token: tokenOf(invite_url), locale: "en" } })).toMatchObject({
      status: 409,
    });
    expect(await callRoute(mail, { body: { token: tokenOf(newer.url), locale: "en" } })).toMatchObject({ status: 200 });
    expect(await kept()).toMatchObject([{ subject: "Your invitation to Cotejo" }, ...(await kept()).slice(1)]);
  });
});
