import { createHash } from "node:crypto";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { GET } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;
let id: string;
let withFile: string;
let withoutFile: string;

beforeAll(async () => {
  // At the usual speed of tests a file address expires within a second and is requested again.
  dashboard = await startDashboard(1);
  id = await dashboard.service.play("finished");
  const { body } = await dashboard.service.call("GET", `/v2/verifications/${id}/people`);
  type ListedPerson = { people_id: number; external_identities?: { curp?: { curp_file?: string } } };
  const people = body.full_list as ListedPerson[];
  const has = (person: ListedPerson) => Boolean(person.external_identities?.curp?.curp_file);
  withFile = String(people.find(has)?.people_id);
  withoutFile = String(people.find((person) => !has(person))?.people_id ?? 123_456_789);
});
afterAll(() => dashboard.end());
beforeEach(async () => {
  jar.clear();
  await dashboard.clearFaults();
});

const get = (people_id = withFile, headers: Record<string, string> = {}, verification_id = id, method = "GET") =>
  GET(
    new NextRequest(`http://localhost:3000/api/verifications/${verification_id}/people/${people_id}/curp.pdf`, {
      method,
      headers: { "x-cotejo-peer": "203.0.113.7", "user-agent": "a browser", ...headers },
    }),
    {
      params: Promise.resolve({ verification_id, people_id }),
    },
  );
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const fault = async (path: string, given: object) =>
  expect((await dashboard.service.call("POST", "/sandbox/faults", { body: { path, count: 1, ...given } })).status).toBe(
    201,
  );

it("is for every signed-in user but auditors, and not cached", async () => {
  expect((await get()).status).toBe(401);
  for (const role of ROLES) {
    await dashboard.signInAs(role);
    const response = await get();
    if (!may(role, "documents.open")) {
      expect(response.status).toBe(403);
      continue;
    }
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "no-store",
      "content-disposition": `inline; filename="curp-${withFile}.pdf"`,
    });
    expect((await bytesOf(response)).subarray(0, 5).toString()).toBe("%PDF-");
  }
});

describe("for a user of support", () => {
  beforeEach(() => dashboard.signInAs("support"));

  it("allows six openings at once; a closed one makes room, and a HEAD request takes none", async () => {
    const calls = await dashboard.countCalls("/v2/verifications/*");
    const open: Response[] = [];
    const all = Array.from({ length: 8 }, () => get().then((response) => open.push(response)));
    await vi.waitUntil(() => open.length === 6, { timeout: 60_000 });
    expect(await calls()).toBe(6);
    for (const response of open.slice(0, 2)) await response.body?.cancel();
    await Promise.all(all);
    expect(open.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await calls()).toBe(8);
    for (const response of open.slice(2)) await response.body?.cancel();
    for (let times = 0; times < 7; times += 1) expect((await get(withFile, {}, id, "HEAD")).status).toBe(200);
  });

  it("has a new address signed at each opening", async () => {
    await get();
    const calls = await dashboard.countCalls("/v2/verifications/*");
    for (let opening = 0; opening < 3; opening += 1) await (await get()).arrayBuffer();
    expect(await calls()).toBe(3);
  });

  it("answers the requested range", async () => {
    const whole = await bytesOf(await get());
    const part = await get(withFile, { range: "bytes=10-29" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 10-29/${whole.length}`);
    expect(await bytesOf(part)).toEqual(whole.subarray(10, 30));
    const beyond = await get(withFile, { range: `bytes=${whole.length}-` });
    expect(beyond.status).toBe(416);
    expect((await get(withFile, { range: "bytes=10-29", "if-range": '"x"' })).status).toBe(200);
  });

  it("reads the service once more if the address is refused, and no more", async () => {
    await fault(`/files/${id}/*`, { kind: "status", status: 403 });
    expect((await get()).status).toBe(200);
    await fault(`/files/${id}/*`, { kind: "status", status: 403, count: 2 });
    expect(await (await get()).json()).toMatchObject({ code: "FILE_REFUSED" });
  });

  it.each([
    [{ kind: "status", status: 500 }, 502, "FILE_UNREACHABLE"],
    [{ kind: "redirect" }, 502, "FILE_REDIRECTED"],
    [{ kind: "html", status: 200 }, 502, "FILE_NOT_PDF"],
  ])("reports %j of the file's server", async (given, status, code) => {
    await fault(`/files/${id}/*`, given);
    const response = await get();
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ success: false, code });
    expect(text).not.toMatch(/Signature|Expires|127\.0\.0\.1/);
  });

  it("reports a missing PDF, an unknown person or verification, and a failing service", async () => {
    expect(await (await get(withoutFile)).json()).toMatchObject({ code: "FILE_NOT_AVAILABLE" });
    expect(await (await get("987654321")).json()).toMatchObject({ code: "FILE_NOT_AVAILABLE" });
    expect((await get(withFile, {}, "ver_nobody")).status).toBe(404);
    for (const nonsense of ["abc", "-1", "1e3", "99999999999999999"]) expect((await get(nonsense)).status).toBe(404);
    await fault(`/v2/verifications/${id}/people`, { kind: "status", status: 403 });
    expect(await (await get()).json()).toMatchObject({ code: "SERVICE_FORBIDDEN" });
  });

  it("explains an error in the reader's language outside a page, and escapes quoted text", async () => {
    const tab = { "sec-fetch-dest": "document" };
    const page = await get(withoutFile, tab);
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("The service has no PDF of this person’s CURP.");
    jar.set("locale", { name: "locale", value: "es-MX" });
    await fault(`/files/${id}/*`, { kind: "html", status: 200 });
    expect(await (await get(withFile, tab)).text()).toContain("no es un PDF");
    const unknown = await (await get(withFile, tab, 'ver_"><b>')).text();
    expect(unknown).toContain("El servicio no conoce este expediente.");
    expect(unknown).not.toContain("<b>");
  });

  describe("each opening is written to the audit trail once", () => {
    const entries = () => dashboard.query("SELECT * FROM audit_log ORDER BY id");
    const empty = () =>
      dashboard.query(
        "BEGIN; ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only; DELETE FROM audit_log; ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only; COMMIT",
      );
    beforeEach(empty);
    const opening = (more: object = {}) =>
      expect.objectContaining({
        action: "curp_pdf.opened",
        user_email: "support@example.mx",
        ids: { verification_id: id, people_ids: [Number(withFile)] },
        address: "203.0.113.7",
        user_agent: "a browser",
        ...more,
      });

    it("for any concurrent ranges of a viewer, and once more for a second opening", async () => {
      const size = (await bytesOf(await get())).length;
      const ranges = ["bytes=0-1", `bytes=${size - 10}-`, "bytes=10-29", "bytes=-5", `bytes=0-${size - 1}`];
      await Promise.all(ranges.map((range) => get(withFile, { range }).then(bytesOf)));
      expect(await entries()).toEqual([opening()]);
      await bytesOf(await get());
      expect(await entries()).toEqual([opening(), opening()]);
    });

    it("if only ranges are requested, by the first of them, whichever part it is", async () => {
      await Promise.all(["bytes=10-", "bytes=0-9"].map((range) => get(withFile, { range }).then(bytesOf)));
      expect(await entries()).toEqual([opening()]);
      await dashboard.signInAs("admin");
      await bytesOf(await get(withFile, { range: "bytes=10-" }));
      expect(await entries()).toEqual([opening(), opening({ user_email: "admin@example.mx" })]);
    });

    it("and a range a quarter of an hour after the last one is a new opening", async () => {
      await dashboard.query(
        `INSERT INTO audit_log (at, user_id, action, ids) SELECT now() - interval '16 minutes', id, 'curp_pdf.opened', $1
         FROM users WHERE email LIKE 'support@%'`,
        [JSON.stringify({ verification_id: id, people_ids: [Number(withFile)] })],
      );
      await bytesOf(await get(withFile, { range: "bytes=0-9" }));
      expect(await entries()).toHaveLength(2);
    });

    it("but not if none of its bytes was sent", async () => {
      await get(withoutFile);
      await get(withFile, { range: "bytes=99999999-" });
      const head = await get(withFile, {}, id, "HEAD");
      expect(head.status).toBe(200);
      expect((await bytesOf(head)).length).toBe(0);
      await fault(`/files/${id}/*`, { kind: "status", status: 403, count: 2 });
      await get();
      await fault(`/files/${id}/*`, { kind: "html", status: 200 });
      await get();
      jar.clear();
      await get();
      expect(await entries()).toEqual([]);
    });

    it("or no byte is sent", async () => {
      await dashboard.query("ALTER TABLE audit_log RENAME TO audit_log_away");
      try {
        const response = await get();
        expect(response.status).toBe(500);
        expect(await response.text()).not.toContain("%PDF");
      } finally {
        await dashboard.query("ALTER TABLE audit_log_away RENAME TO audit_log");
      }
    });
  });

  it("counts for no decision", async () => {
    await bytesOf(await get());
    expect(
      await dashboard.query("SELECT FROM opened_pdfs JOIN users ON users.id = user_id WHERE role = 'support'"),
    ).toEqual([]);
  });

  it("leaves its address in no snapshot", async () => {
    await get();
    const bodies = await dashboard.query("SELECT body FROM snapshot_bodies");
    expect(bodies.length).toBeGreaterThan(0);
    expect(JSON.stringify(bodies)).not.toMatch(/Signature=|\/files\//);
  });
});

describe("for a user who may decide", () => {
  const opened = () =>
    dashboard.query<{ people_id: number; sha256: string; bytes: number; kept: boolean }>(
      `SELECT people_id, encode(opened.sha256, 'hex') AS sha256, opened.bytes, kept.sha256 IS NOT NULL AS kept
       FROM opened_pdfs AS opened LEFT JOIN kept_pdfs AS kept USING (verification_id, sha256)`,
    );
  const keep = (keep_pdfs: boolean) =>
    dashboard.query(
      `INSERT INTO review_policies (version, policy)
       SELECT version + 1, policy || '{"keep_pdfs": ${keep_pdfs}}' FROM review_policies ORDER BY version DESC LIMIT 1`,
    );
  beforeEach(async () => {
    await dashboard.signInAs("compliance");
    await dashboard.query("DELETE FROM opened_pdfs; DELETE FROM kept_pdfs");
  });

  it("a whole PDF counts, also as a range of the whole, with its digest and size", async () => {
    const whole = await bytesOf(await get());
    const sha256 = createHash("sha256").update(whole).digest("hex");
    const one = { people_id: Number(withFile), sha256, bytes: whole.length, kept: false };
    expect(await opened()).toEqual([one]);
    await dashboard.query("DELETE FROM opened_pdfs");
    await bytesOf(await get(withFile, { range: `bytes=0-${whole.length - 1}` }));
    expect(await opened()).toEqual([one]);
  });

  it("neither a part of it, nor a cancelled or empty answer, counts", async () => {
    await bytesOf(await get(withFile, { range: "bytes=0-9" }));
    await bytesOf(await get(withFile, { range: "bytes=1-" }));
    await bytesOf(await get(withFile, {}, id, "HEAD"));
    await (await get()).body?.cancel();
    const reader = (await get()).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await opened()).toEqual([]);
  });

  it("its bytes are kept where the policy says so", async () => {
    await keep(true);
    await bytesOf(await get());
    expect(await opened()).toMatchObject([{ kept: true }]);
    await keep(false);
  });
});
