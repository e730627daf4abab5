import { describe, expect, it, vi } from "vitest";
import { hashToken, newToken } from "#lib/access/server/tokens/bearer.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { GET } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);

let count = 0;
/** A known file whose events are sealed. */
async function played(): Promise<string> {
  const verification_id = `ver_${++count}`;
  await dashboard().knowFromEvents(verification_id);
  await sealEvidence(database());
  return verification_id;
}

const ask = async (verification_id: string, search = "", headers: Record<string, string> = {}) => {
  const { NextRequest } = await import("next/server");
  const request = new NextRequest(`http://localhost:3000/api/evidence/verifications/x${search}`, {
    headers: { "sec-fetch-site": "same-origin", ...headers },
  });
  return GET(request, { params: Promise.resolve({ verification_id }) });
};

const lastEntry = async () =>
  (
    await database().pool.query(
      "SELECT ids, after, outcome FROM audit_log WHERE action = 'evidence_package.made' ORDER BY id DESC LIMIT 1",
    )
  ).rows[0];

describe("the package of a file", () => {
  it("is a page or an archive, and leaves an entry with what was asked for", async () => {
    const id = await played();
    const page = await ask(id, "?format=html&language=es-MX&notes=general&people=whole&reason=Oficio%2012");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain('<html lang="es-MX">');
    const after = { format: "html", language: "es-MX", notes: ["general"], people: "whole", reason: "Oficio 12" };
    await expect.poll(lastEntry).toMatchObject({ ids: { verification_id: id }, after, outcome: "done" });
    const zip = await ask(id);
    expect(zip.headers.get("content-disposition")).toBe(`attachment; filename="evidence-${id}.zip"`);
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });

  it.each(["?format=pdf", "?people=whole", "?people=whole&reason=HEGG560427MVZRRL04", "?notes=secret", "?color=red"])(
    "is refused with %s",
    async (search) => {
      const { status, body } = await callRoute(GET, {
        method: "GET",
        search,
        params: { verification_id: await played() },
      });
      expect({ status, code: body.code }).toEqual({ status: 400, code: "VALIDATION_ERROR" });
    },
  );

  it("goes to a service token with people shortened alone", async () => {
    const id = await played();
    const { rows } = await database().pool.query("SELECT id FROM users WHERE email = 'admin@example.mx'");
    const token = newToken();
    await database().pool.query(
      `INSERT INTO service_tokens (id, name, hash, scopes, created_by, expires_at)
       VALUES (gen_random_uuid(), 'archive', $1, '{evidence.read}', $2, now() + interval '1 hour')`,
      [hashToken(token), rows[0].id],
    );
    jar.clear();
    const headers = { authorization: `Bearer ${token}` };
    expect((await ask(id, "?format=html", headers)).status).toBe(200);
    expect((await ask(id, "?people=whole&reason=Oficio%2012", headers)).status).toBe(403);
  });
});
