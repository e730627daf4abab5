import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { PUT as explain } from "#app/api/verifications/[verification_id]/explanations/route.ts";
import { PUT as change } from "#app/api/verifications/[verification_id]/review/route.ts";
import { GET as detail } from "#app/api/verifications/[verification_id]/route.ts";
import { GET as list } from "#app/api/verifications/route.ts";
import { hashToken, newToken } from "#lib/access/server/tokens/bearer.ts";
import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { NEXT_CURSOR } from "#lib/platform/contract/audit/stream.ts";
import { SCOPES } from "#lib/platform/contract/permissions.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { callRoute } from "#tools/test/call-route.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { type RouteOnDisk, routesOnDisk } from "#tools/test/routes-on-disk.ts";
import { GET as document } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const NAME = "Guadalupe Hernández Gómez";
const CURP = "HEGG560427MVZRRL04";
const FILE = "ver_described";
const STATEMENTS = "/api/verifications/{verification_id}/statements";

let dashboard: TestDashboard;
let token: string;
let paths: Record<string, Partial<Record<"get" | "post", Operation>>>;
/** No address has two methods that take tokens. */
const operationOf = (address: string): Operation =>
  paths[address]?.get ?? paths[address]?.post ?? expect.unreachable(address);
type Schema = {
  maxLength?: number;
  maximum?: number;
  minimum?: number;
  maxItems?: number;
  enum?: string[];
  items?: Schema;
};
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  security: { token: string[] }[];
  responses: Record<string, { content?: Record<string, { schema: object }>; headers?: object }>;
};

const routes: RouteOnDisk[] = (await routesOnDisk()).filter(
  ({ definition }) => definition?.token && definition.access !== "public",
);
const addressOf = ({ path }: RouteOnDisk) => path.replaceAll(/\[(\w+)\]/g, "{$1}");

const until = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 90_000, interval: 50 });

beforeAll(async () => {
  dashboard = await startDashboard();
  const desk = reviewDesk(dashboard.database);
  await desk.begin();
  const item = { verification_id: FILE, item_id: 7, item_type: "person_id", item_error: null };
  const person = {
    people_id: 7,
    full_name: NAME,
    external_identities: { curp: { success: true, search_number: CURP } },
  };
  await desk.receive(
    ...finishedFile(FILE, [finding("high", "acta"), finding("low")]),
    deliver("verification_item.v2.internal_status_changed", {
      ...item,
      internal_status: "processing",
      updated_at: secondsIn(5),
    }),
    deliver("verification_item.v2.completed", { ...item, success: true, completed_at: secondsIn(9) }),
    deliver("verification.v2.label_added", {
      verification_id: FILE,
      entity: { type: "label", label: "vip" },
      added_at: secondsIn(9),
      comment: "x",
    }),
    read(FILE, 200, { verification_id: FILE, status: "finished", company: { phone: "555" } }),
    read(FILE, 200, { full_list: [person] }, "people"),
    ...finishedFile("ver_other"),
  );
  await dashboard.signInAs("compliance");
  const on = (handler: typeof change, body: object) =>
    callRoute(handler, { method: "PUT", params: { verification_id: FILE }, body });
  const shown = async () => (await callRoute(detail, { method: "GET", params: { verification_id: FILE } })).body;
  const explanation = {
    severity: "high",
    missing_field: "acta",
    message: "Falta acta",
    text: "Acta 4411.",
    replaces: null,
  };
  // A worker applies the deliveries in the background.
  const seen = async () => {
    await desk.evaluated();
    return shown();
  };
  await until(async () =>
    expect(await seen()).toMatchObject({
      review: { state: "open" },
      findings: { items: [{}, {}] },
      items: [{ item_id: 7 }],
      labels: [{ label: "vip" }],
      other_fields: { company: { phone: "555" } },
    }),
  );
  expect((await on(explain, explanation)).status).toBe(204);
  const { version } = (await shown()).review;
  const accepted = { version, state: "resolved", resolution: "accepted", reason: "Llegó en papel." };
  expect(await on(change, accepted)).toMatchObject({ status: 200 });
  await desk.receive(finalRun(FILE, [finding("high", "acta"), finding("high", "poder")], 300));
  const differences = async () => (await seen()).review_standing.decision.differences.length;
  await until(async () => expect(await differences()).toBeGreaterThan(0));
  const known = async () =>
    (await callRoute(list, { method: "GET" })).body.items.map(
      (row: { verification_id: string }) => row.verification_id,
    );
  await until(async () => expect(await known()).toEqual(expect.arrayContaining([FILE, "ver_other"])));
  const people = async () => (await database().pool.query("SELECT name, curp FROM verification_people")).rows;
  await until(async () => expect(await people()).toEqual([{ name: NAME, curp: CURP }]));
  jar.clear();
  token = newToken();
  await database().pool.query(
    `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at)
     SELECT $1, $2, 'reader', $3, id, now() + interval '1 day' FROM users WHERE role = 'admin'`,
    [randomUUID(), hashToken(token), SCOPES],
  );
  paths = (await ask(document, "/api/openapi.json").then(({ text }) => JSON.parse(text))).paths;
});
afterAll(() => dashboard.end());

async function ask(handler: RouteOnDisk["handler"], path: string, params: Record<string, string> = {}, body?: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const method = body === undefined ? "GET" : "POST";
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await handler(new NextRequest(`http://localhost:3000${path}`, init), {
    params: Promise.resolve(params),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function askFor(
  address: string,
  { query = "", params = {}, body = {} }: { query?: string; params?: Record<string, string>; body?: object } = {},
) {
  const route = routes.find((one) => addressOf(one) === address) ?? expect.unreachable(address);
  const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  return ask(route.handler, `${path}${query}`, params, route.method === "POST" ? body : undefined);
}

/** The schema with `additionalProperties: false` everywhere: the check finds fields that the document lacks. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const within = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return "properties" in within ? { ...within, additionalProperties: false } : within;
}

function expectDescribed(address: string, status: number, type: string, answer: unknown): void {
  const { schema } =
    operationOf(address).responses[status]?.content?.[type] ?? expect.unreachable(`${address} ${status}`);
  const result = z.fromJSONSchema(strict(schema) as Parameters<typeof z.fromJSONSchema>[0]).safeParse(answer);
  expect(result.error?.issues ?? [], `${address} ${status}`).toEqual([]);
}

const JSON_TYPE = "application/json";

it("names every route that takes service tokens, with its permission, and no other", () => {
  const described = Object.keys(paths).map((address) => [address, operationOf(address).security[0]?.token[0]]);
  expect(new Set(described.map(String))).toEqual(
    new Set(routes.map((route) => [addressOf(route), route.definition?.access]).map(String)),
  );
  expect(routes.filter(({ method }) => method !== "GET").map(addressOf)).toEqual([STATEMENTS]);
});

it("names each operation, in a tag with a description, and describes it", async () => {
  const whole = JSON.parse((await ask(document, "/api/openapi.json")).text);
  const operations = Object.keys(paths).map((address) => [address, operationOf(address)] as const);
  // Generated clients are named by these: a name never changes.
  expect(Object.fromEntries(operations.map(([address, { operationId }]) => [operationId, address]))).toEqual({
    listVerifications: "/api/verifications",
    getVerification: "/api/verifications/{verification_id}",
    stateAboutVerification: STATEMENTS,
    exportVerifications: "/api/exports/verifications",
    checkDecision: "/api/decisions/{decision_id}",
    streamAuditEntries: "/api/audit/stream",
    getEvidenceHead: "/api/evidence/head",
    proveEvidenceConsistency: "/api/evidence/consistency",
    proveEvidenceInclusion: "/api/evidence/inclusion",
    getEvidencePackage: "/api/evidence/verifications/{verification_id}",
    listEvidenceTimestamps: "/api/evidence/timestamps",
    getEvidenceTimestamp: "/api/evidence/timestamps/{timestamp_id}",
  });
  const tags: { name: string; description: string }[] = whole.tags;
  expect(tags.every(({ description }) => description !== "")).toBe(true);
  for (const [address, { tags: own, description, summary }] of operations) {
    expect(
      tags.map(({ name }) => name),
      address,
    ).toEqual(expect.arrayContaining(own));
    expect([own.length, Boolean(description), Boolean(summary)], address).toEqual([1, true, true]);
  }
});

it("has bounds of parameters that the routes keep", async () => {
  let bounds = 0;
  // The filter of the export is that of the list, and calls of the export are limited.
  const tried = new Set<string>();
  for (const route of routes.toReversed()) {
    const address = addressOf(route);
    const { parameters = [] } = operationOf(address);
    const path: Record<string, string> = { verification_id: FILE, decision_id: "dec_1_1", timestamp_id: "1" };
    for (const { name, in: place, schema } of parameters) {
      const key = JSON.stringify([name, place, schema]);
      if (place === "query" && tried.has(key)) continue;
      tried.add(key);
      const { maxLength, maximum, minimum, maxItems, enum: words, items } = schema;
      const repeated = (value: string, times: number) =>
        new URLSearchParams(Array(times).fill([name, value])).toString();
      const beyond = [
        ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
        ...(maximum === undefined ? [] : [String(maximum + 1)]),
        ...(minimum === undefined ? [] : [String(minimum - 1)]),
        ...(words || items?.enum ? ["of-no-list"] : []),
        ...(items?.maxLength === undefined ? [] : ["x".repeat(items.maxLength + 1)]),
      ].map((value) => [value, repeated(value, 1)]);
      if (maxItems !== undefined && !items?.enum) beyond.push([",".repeat(maxItems), repeated("x", maxItems + 1)]);
      bounds += beyond.length;
      const isOther = (one: { name: string; in: string; required?: boolean }) =>
        one.in === "query" && one.required && one.name !== name;
      const others = parameters.filter(isOther).map((one) => `&${one.name}=1`);
      for (const [value = "", query] of beyond) {
        const given =
          place === "path"
            ? { params: { ...path, [name]: value } }
            : { params: path, query: `?${query}${others.join("")}` };
        const { status, text } = await askFor(address, given);
        const refusal = place === "path" ? [404, "Not found."] : [400, `Invalid ${name}.`];
        const answer = [status, JSON.parse(text).message];
        if (name !== "decision_id") expect(answer, `${address} ${name} ${value.slice(0, 40)}`).toEqual(refusal);
        else expect(status).toBe(404);
      }
    }
  }
  expect(bounds).toBeGreaterThan(50);
});

it("has the version of OpenAPI, the address of this dashboard and how a token is sent", async () => {
  const whole = JSON.parse((await ask(document, "/api/openapi.json")).text);
  expect(whole).toMatchObject({
    openapi: "3.1.0",
    servers: [{ url: "http://localhost:3000" }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  });
});

describe("describes the answers as they are", () => {
  it("of the list, whole and by pages", async () => {
    const first = JSON.parse((await askFor("/api/verifications", { query: "?limit=1" })).text);
    expect(first.items).toHaveLength(1);
    expectDescribed("/api/verifications", 200, JSON_TYPE, first);
    const rest = JSON.parse((await askFor("/api/verifications", { query: `?cursor=${first.next_cursor}` })).text);
    expect(rest.items).toHaveLength(1);
    expectDescribed("/api/verifications", 200, JSON_TYPE, rest);
  });

  it.each([FILE, "ver_other"])("of the verification %s", async (verification_id) => {
    const { status, text } = await askFor("/api/verifications/{verification_id}", { params: { verification_id } });
    expect(status).toBe(200);
    expectDescribed("/api/verifications/{verification_id}", 200, JSON_TYPE, JSON.parse(text));
  });

  it("of an unknown verification", async () => {
    const address = "/api/verifications/{verification_id}";
    const { status, text } = await askFor(address, { params: { verification_id: "ver_of_nobody" } });
    expect(status).toBe(404);
    expectDescribed(address, 404, JSON_TYPE, JSON.parse(text));
  });

  it("of the check of a decision, and of an unknown one", async () => {
    const address = "/api/decisions/{decision_id}";
    const [entry] = (
      await database().pool.query("SELECT id AS entry_id, at FROM review_log WHERE kind = 'decided' LIMIT 1")
    ).rows;
    const { status, text } = await askFor(address, { params: { decision_id: decisionIdOf(entry) } });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ verification_id: FILE, standing: "overtaken" });
    expectDescribed(address, 200, JSON_TYPE, JSON.parse(text));
    const unknown = await askFor(address, { params: { decision_id: "dec_999999999_1" } });
    expect(unknown.status).toBe(404);
    expectDescribed(address, 404, JSON_TYPE, JSON.parse(unknown.text));
  });

  it("of a statement, which counts as the token's", async () => {
    const stated = { params: { verification_id: FILE }, body: { kind: "relation", since: "2023-03-14" } };
    const { status, text } = await askFor(STATEMENTS, stated);
    expect(status).toBe(201);
    expectDescribed(STATEMENTS, 201, JSON_TYPE, JSON.parse(text));
    const { rows } = await database().pool.query("SELECT user_id, user_name, origin FROM file_statements");
    expect(rows).toEqual([{ user_id: null, user_name: null, origin: "system: reader" }]);
    const checked = await askFor(STATEMENTS, { ...stated, body: { kind: "yearly_check", outcome: "pending" } });
    expect(checked.status).toBe(403);
    const seen = await askFor(STATEMENTS, { ...stated, body: { ...stated.body, replaces: null } });
    expect(seen.status).toBe(409);
    const { statement, ...failure } = JSON.parse(seen.text);
    expect(statement).toMatchObject({ since: "2023-03-14" });
    expectDescribed(STATEMENTS, 409, JSON_TYPE, failure);
  });

  it("of an export", async () => {
    const { status, headers, text } = await askFor("/api/exports/verifications", { query: "?columns=verification_id" });
    expect(status).toBe(200);
    expect(headers.get("content-type")?.split(";")[0]).toBe("text/csv");
    expectDescribed("/api/exports/verifications", 200, "text/csv", text);
    expect(text).toContain(FILE);
  });

  it("of the stream, line by line, with the header of the next cursor", async () => {
    const { status, headers, text } = await askFor("/api/audit/stream");
    expect(status).toBe(200);
    const lines = text.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expectDescribed("/api/audit/stream", 200, "application/x-ndjson", JSON.parse(line));
    const documented = operationOf("/api/audit/stream").responses[200]?.headers ?? {};
    expect(Object.keys(documented)).toEqual([NEXT_CURSOR]);
    let cursor = headers.get(NEXT_CURSOR);
    // The entry of a finished export is written a moment after its last byte.
    const rest = async () => {
      const next = await askFor("/api/audit/stream", { query: `?cursor=${cursor}` });
      cursor = next.headers.get(NEXT_CURSOR) ?? cursor;
      return [next.status, next.text];
    };
    await expect.poll(rest).toEqual([200, ""]);
  });

  it.each([400, 401, 403, 429])("of the failure %i on every route", async (status) => {
    const failure = { success: false, message: "No.", code: "X", timestamp: new Date().toISOString() };
    for (const route of routes) expectDescribed(addressOf(route), status, JSON_TYPE, failure);
    const known = token;
    token = newToken();
    const { text } = await askFor("/api/verifications");
    token = known;
    expectDescribed("/api/verifications", 401, JSON_TYPE, JSON.parse(text));
  });
});

it("answers that differ from a schema are found", () => {
  expect(() => expectDescribed("/api/verifications", 200, JSON_TYPE, { items: [] })).toThrow();
  const empty = { items: [], next_cursor: null, total: 0, outages: "" };
  expectDescribed("/api/verifications", 200, JSON_TYPE, empty);
  expect(() => expectDescribed("/api/verifications", 200, JSON_TYPE, { ...empty, more: 1 })).toThrow();
});

it("no answer to a token has a name or a CURP of the people of a file", async () => {
  const texts = [
    await askFor("/api/verifications"),
    await askFor("/api/verifications/{verification_id}", { params: { verification_id: FILE } }),
    await askFor("/api/exports/verifications"),
    await askFor("/api/audit/stream"),
  ].map(({ text }) => text);
  expect(texts.every((text) => text.includes(FILE))).toBe(true);
  for (const text of texts) {
    expect(text).not.toContain("Guadalupe");
    expect(text).not.toContain(CURP);
  }
});
