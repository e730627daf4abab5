import { expect, it, onTestFinished, vi } from "vitest";
import { addressOf, pagesOnDisk } from "#e2e/support/routes.ts";
import { FIRST_NEED_TO_KNOW, type NeedToKnow } from "#lib/core/contract/need-to-know/policy.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { fileWithTexts, leaksIn, PERSON } from "#tools/test/masked-file.ts";
import { type Caller, callerAs, installation, send } from "./http.ts";
import { permissionOf } from "./pages.ts";

/** Further addresses of pages whose content depends on their parameters. */
const ADDRESSES: Record<string, string[]> = {
  "/audit": ["?family=verifications"],
  "/people": ["?outcome=found"],
  "/review": ["?lane=changed", "?lane=unassigned"],
  "/verifications": ["?reason=changed"],
};

async function file(id: string) {
  const { url, secret } = installation.database ?? expect.unreachable();
  vi.stubEnv("COTEJO_SECRET", secret);
  const database = openDatabase(url, { name: "masked pages" });
  onTestFinished(() => database.close());
  const made = await fileWithTexts(id, PERSON, database);
  const due = "SELECT FROM insight_due WHERE verification_id = $1";
  await expect.poll(async () => (await database.pool.query(due, [id])).rowCount, { timeout: 90_000 }).toBe(0);
  return made;
}

const policy = async (admin: Caller, roles: NeedToKnow["roles"]) => {
  const { version } = await (await admin("/api/settings/need-to-know")).json();
  const answer = await send(admin, "/api/settings/need-to-know", { ...FIRST_NEED_TO_KNOW, version, roles }, "PUT");
  expect(answer.status, await answer.text()).toBeLessThan(300);
};

/** A page as a document, and as the data of a navigation. */
const KINDS = [{ "sec-fetch-dest": "document" }, { rsc: "1", "sec-fetch-dest": "empty" }] as Record<string, string>[];

async function leaksOf(caller: Caller, role: (typeof ROLES)[number], ids: Record<string, string>) {
  const leaks = new Map<string, string[]>();
  for (const page of pagesOnDisk()) {
    const permission = permissionOf(page);
    if (permission === null || !may(role, permission)) continue;
    for (const query of ["", ...(ADDRESSES[page.pattern] ?? [])]) {
      for (const headers of KINDS) {
        const answer = await caller(`${addressOf(page, ids)}${query}`, { headers });
        expect(answer.status, `${page.pattern}${query}`).toBeLessThan(500);
        const found = leaksIn(await answer.text(), PERSON);
        if (found.length > 0) leaks.set(page.pattern, found);
      }
    }
  }
  return leaks;
}

it("no page shows a masked role a CURP or a date of birth or registration of a person, in any text", async () => {
  const admin = await callerAs("admin");
  const ids = await file("ver_masked_pages");
  const shown = await leaksOf(admin, "admin", ids);
  expect([...shown.keys()]).toEqual(
    expect.arrayContaining([
      ...["/verifications", "/audit", "/deliveries/[delivery_id]"],
      ...["/verifications/[verification_id]", "/verifications/[verification_id]/decision"],
    ]),
  );
  const hidden = { curp: "none", birth_date: false, pdf: false } as const;
  onTestFinished(() => policy(admin, FIRST_NEED_TO_KNOW.roles));
  await policy(admin, Object.fromEntries(ROLES.map((role) => [role, hidden])) as NeedToKnow["roles"]);
  for (const role of ROLES) {
    expect([role, Object.fromEntries(await leaksOf(await callerAs(role), role, ids))]).toEqual([role, {}]);
  }
});
