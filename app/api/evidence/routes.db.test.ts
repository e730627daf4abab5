import { NextRequest } from "next/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { signedHead } from "#lib/core/contract/evidence-head.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { consistencyProof, inclusionProof } from "#lib/records/contract/evidence/proofs.ts";
import { headTimestamps } from "#lib/records/contract/evidence/timestamps.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";
import { isSigned } from "#lib/records/server/evidence/signing-key.ts";
import { WRITERS } from "#lib/records/server/evidence/testing/entries.ts";
import { verifyConsistency, verifyInclusion } from "#lib/records/server/evidence/testing/verify-proofs.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { GET as consistency } from "./consistency/route.ts";
import { GET as head } from "./head/route.ts";
import { GET as inclusion } from "./inclusion/route.ts";
import { GET as state } from "./route.ts";
import { GET as timestamp } from "./timestamps/[timestamp_id]/route.ts";
import { GET as timestamps } from "./timestamps/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.signInAs("admin");
});
afterAll(() => dashboard.end());

async function ask(handler: typeof head, query = ""): Promise<{ status: number; answer: unknown }> {
  const request = new NextRequest(`http://localhost:3000/api/evidence${query}`, {
    headers: { "sec-fetch-site": "same-origin" },
  });
  const response = await handler(request, { params: Promise.resolve({}) });
  return { status: response.status, answer: await response.json() };
}

const seal = async () => {
  for (let count = 0; count < 20; count += 1) await WRITERS.audit_log(database().pool);
  await sealEvidence(database());
  return signedHead.parse((await ask(head)).answer);
};

it("answer the signed head, and proofs that verify against it", async () => {
  expect(await ask(head)).toMatchObject({ status: 404, answer: { code: "NOT_FOUND" } });
  const first = await seal();
  const second = await seal();
  expect(isSigned(second as never)).toBe(true);
  const rootOf = ({ size, root }: typeof first) => ({ size, root: Buffer.from(root, "hex") });
  const bytes = (hashes: string[]) => hashes.map((hash) => Buffer.from(hash, "hex"));
  const between = await ask(consistency, `?first=${first.size}&second=${second.size}`);
  const consistent = consistencyProof.strict().parse(between.answer);
  expect(verifyConsistency(rootOf(first), rootOf(second), bytes(consistent.hashes))).toBe(true);
  const of = await ask(inclusion, `?index=7&size=${second.size}`);
  const proof = inclusionProof.strict().parse(of.answer);
  const claim = { index: 7, leaf: Buffer.from(proof.leaf, "hex"), ...rootOf(second) };
  expect(verifyInclusion(claim, bytes(proof.hashes))).toBe(true);
});

it("answer the state: the newest head, and the entries that are not sealed yet", async () => {
  const newest = await seal();
  expect((await ask(state)).answer).toMatchObject({
    ...{ head: newest, heads: [], channels: 0, erasure_log: "off", begun_at: null },
    ...{ unsealed: { count: 0, since: null }, time_zone: "America/Mexico_City", origin: "http://localhost:3000" },
  });
  const before = Date.now();
  await WRITERS.audit_log(database().pool);
  await WRITERS.inbox(database().pool);
  const { unsealed } = (await ask(state)).answer as { unsealed: { count: number; since: string } };
  expect(unsealed.count).toBe(2);
  expect(Date.parse(unsealed.since)).toBeGreaterThanOrEqual(before - 1_000);
});

it.each(["", "?first=1", "?first=2&second=1", "?first=1&second=999999", "?first=-1&second=2", "?first=1e3&second=2"])(
  "refuse the consistency of %s",
  async (query) => {
    expect(await ask(consistency, query)).toMatchObject({ status: 400, answer: { code: "VALIDATION_ERROR" } });
  },
);

it.each(["", "?index=1", "?index=2&size=2", "?index=0&size=999999", "?index=x&size=2"])(
  "refuse the inclusion of %s",
  async (query) => {
    expect(await ask(inclusion, query)).toMatchObject({ status: 400, answer: { code: "VALIDATION_ERROR" } });
  },
);

it("list the heads that left, and answer a time stamp as it was received", async () => {
  const [{ id } = { id: 0 }] = await dashboard.query<{ id: number }>(
    "INSERT INTO evidence_heads (size, root, at, signature) VALUES (7, '\\x0a', now(), '\\x0b') RETURNING id",
  );
  const only = async () =>
    headTimestamps.parse((await ask(timestamps)).answer).items.find(({ timestamp_id }) => timestamp_id === id);
  const receive = (timestamp_id: string) =>
    timestamp(new NextRequest("http://localhost:3000/", { headers: { "sec-fetch-site": "same-origin" } }), {
      params: Promise.resolve({ timestamp_id }),
    });
  expect(await only()).toMatchObject({ state: "off", size: 7, root: "0a" });
  for (const nothing of [String(id), "0", "x"]) expect((await receive(nothing)).status).toBe(404);
  await dashboard.query(
    `INSERT INTO evidence_timestamps (head_id, attempts, response, stamped_at) VALUES (${id}, 1, '\\x3003', now())`,
  );
  expect(await only()).toMatchObject({ state: "stamped" });
  const received = await receive(String(id));
  expect(received.headers.get("content-type")).toBe("application/timestamp-reply");
  expect(received.headers.get("content-disposition")).toBe('attachment; filename="head-7.tsr"');
  expect(Buffer.from(await received.arrayBuffer())).toEqual(Buffer.from("3003", "hex"));
});

it("are for admins", async () => {
  await dashboard.signInAs("compliance");
  for (const handler of [head, consistency, inclusion, state, timestamps])
    expect((await ask(handler)).status).toBe(403);
});
