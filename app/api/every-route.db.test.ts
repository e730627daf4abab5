import { readFileSync } from "node:fs";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FIRST_NEED_TO_KNOW } from "#lib/core/contract/need-to-know/policy.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { API } from "#lib/endpoints.ts";
import { MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { may, PERMISSIONS, type Permission } from "#lib/platform/contract/permissions.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { filesNamed, REQUIRED_QUERY, type RouteOnDisk, routesOnDisk } from "#tools/test/routes-on-disk.ts";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

/** Routes that need no session. */
const PUBLIC = [
  "GET /.well-known/security.txt",
  "GET /api/health/live",
  "GET /api/health/ready",
  "GET /api/openapi.json",
  "POST /api/csp-reports",
  "POST /api/invitations",
  "POST /api/invitations/check",
  "POST /api/session",
  "DELETE /api/session",
  "GET /api/session/oidc",
  "GET /api/session/oidc/callback",
  "POST /api/session/oidc/logout",
  "POST /api/setup",
];

/** Routes of the directory, by its own token. */
const SCIM = [
  "GET /scim/v2/ResourceTypes",
  "GET /scim/v2/ResourceTypes/[id]",
  "GET /scim/v2/Schemas",
  "GET /scim/v2/Schemas/[id]",
  "GET /scim/v2/ServiceProviderConfig",
  "GET /scim/v2/Users",
  "POST /scim/v2/Users",
  "GET /scim/v2/Users/[user_id]",
  "PUT /scim/v2/Users/[user_id]",
  "PATCH /scim/v2/Users/[user_id]",
  "DELETE /scim/v2/Users/[user_id]",
];

/** Unsafe methods that are no commands, with the reason. */
const NO_COMMAND: Record<string, string> = {
  "POST /api/account/passkeys/options": "a challenge: nothing is changed until it is answered",
  "POST /api/account/password": "writes its own entry in the transaction that changes the password",
  "POST /api/csp-reports": "browsers report by themselves, and nothing is changed",
  "POST /api/deliveries/signature-check": "a reading: a body is too large for an address",
  "POST /api/invitations": "writes its own entry: the user has no session before",
  "POST /api/invitations/check": "a reading: a token must not appear in a URL",
  "POST /api/verifications/[verification_id]/people/[people_id]/opening":
    "writes its own entry: the opening with its reason",
  "POST /api/page-faults": "pages report failures by themselves, and nothing is changed",
  "POST /api/people/search": "a reading: a name or a CURP must not appear in a URL",
  "POST /api/session": "writes its own entries: the user has no session before",
  "DELETE /api/session": "writes its own entry, where there is a session to end",
  "POST /api/account/provider": "only leads to the provider; the answer from there writes the entry",
  "POST /api/session/oidc/logout": "writes an entry for each session that ends: the caller is the provider's server",
  "POST /api/session/passkey": "writes its own entries: a wrong passkey is one",
  "POST /api/session/passkey/options": "a challenge: nothing is changed until it is answered",
  "POST /api/session/activity": "that the user is active, reported by the page they have open",
  "POST /api/session/step-up": "writes its own entries: a wrong password is one",
  "POST /api/setup": "writes its own entry: the user has no session before",
  "PUT /api/verifications/[verification_id]/drafts/[kind]": "pages do it while one types, and nobody else sees it",
  "DELETE /api/verifications/[verification_id]/drafts/[kind]": "what it ends nobody else has seen",
  "PUT /api/notices/read": "what somebody has read of their own notices nobody else sees",
  "PUT /api/verifications/[verification_id]/presence": "pages do it by themselves, and nothing is stored",
  "PUT /api/verifications/[verification_id]/seen": "pages do it by themselves, and nobody else sees it",
  "DELETE /api/verifications/[verification_id]": "writes its own entry in the transaction that erases",
  "POST /scim/v2/Users": "writes its own entries, in the transaction of the change",
  "PUT /scim/v2/Users/[user_id]": "writes its own entries, in the transaction of the change",
  "PATCH /scim/v2/Users/[user_id]": "writes its own entries, in the transaction of the change",
  "DELETE /scim/v2/Users/[user_id]": "writes its own entries, in the transaction of the change",
  "POST /api/searches/audit": "a reading: a name or a CURP must not appear in a URL",
  "POST /api/settings/review/preview": "a reading: proposed rules are too long for an address",
  "POST /api/searches/verifications": "a reading: a title that names a person must not appear in a URL",
  "POST /api/verifications/[verification_id]/read": "pages do it when they are opened; by hand it writes its own entry",
};

const UUID = "00000000-0000-4000-8000-000000000000";
const PARAMS: Record<string, string> = {
  verification_id: "ver_of_nobody",
  people_id: "7",
  decision_id: "dec_999999999_1",
  webhook_id: "wh_of_nobody",
  api_key_id: "ak_of_nobody",
  delivery_id: "999999999",
  outage_id: "999999999",
  session_id: "0".repeat(64),
  note_id: "999999999",
  channel_id: "ch_0123456789abcdef01234567",
  sending_id: "999999999",
  kind: "note",
  month: "2026-01",
  entry_id: "999999999",
};

const WEBHOOK = { url: "https://hooks.maderas.mx/svc", events: ["verification.v2.created"], description: "Archive" };

const PASSKEY = { id: "AAAA", rawId: "AAAA", type: "public-key" };

const VERSION = `1.${"0".repeat(32)}`;

/** Bodies accepted by commands that need one; their execution may still fail. */
const BODIES: Record<string, unknown> = {
  "POST /api/account/notices": { ids: [UUID] },
  "POST /api/account/passkeys": {
    name: "Phone",
    passkey: { ...PASSKEY, response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } },
  },
  "POST /api/session/passkey": {
    passkey: { ...PASSKEY, response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" } },
  },
  "POST /api/account/second-factor/confirmation": { code: "000000" },
  "POST /api/api-keys": { id: "archive" },
  "POST /api/review/samples": { from: "2026-01-01", to: "2026-01-31", size: 1 },
  "PUT /api/review/samples/[sample_id]/results/[entry_id]": { result: "confirmed", replaces: null },
  "POST /api/review/samples/[sample_id]/sign-off": { digest: "0".repeat(64) },
  "POST /api/insights/report/[month]/sign-off": { digest: "0".repeat(64) },
  "POST /api/key-checks": { api_key: "svc_sk_test_of_nobody" },
  "POST /api/key-adoptions": { api_key: "svc_sk_test_of_nobody" },
  "POST /api/consent/requests": { user_id: UUID, action: "new_link" },
  "POST /api/key-replacements": { old_key_id: "ak_of_nobody" },
  "POST /api/key-replacements/[replacement_id]/mint": { instead_of: null },
  "POST /api/sandbox/faults": { kind: "hang", path: "/nowhere" },
  "POST /api/sandbox/pace": { pace: "off" },
  "POST /api/sandbox/played": { verification_id: "ver_of_nobody" },
  "POST /api/sandbox/verifications": { scenario: "finished" },
  "POST /api/sandbox/verifications/[verification_id]/documents": { count: 1 },
  "POST /api/sandbox/verifications/[verification_id]/labels": { action: "remove", label: "priority" },
  "POST /api/scim/tokens": { name: "Entra ID" },
  "POST /scim/v2/Users": { userName: "rosa@example.mx" },
  "PUT /scim/v2/Users/[user_id]": { userName: "rosa@example.mx" },
  "PATCH /scim/v2/Users/[user_id]": { Operations: [{ op: "Replace", path: "active", value: "False" }] },
  "POST /api/tokens": {
    name: "Core system",
    scopes: ["verifications.read"],
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  },
  "POST /api/users": { email: "rosa@example.mx", name: "Rosa", role: "support" },
  "POST /api/users/link-mails": { token: "0".repeat(43), locale: "en" },
  "PATCH /api/users/[user_id]": { role: "support" },
  "PUT /api/settings/review": {
    ...initialPolicy("2026-01-01T00:00:00.000000Z"),
    version: 1,
  },
  "PUT /api/privacy/custody": {
    version: 0,
    accepted: { profile: "lfpiorpi" },
    rejected: { profile: "own", months: 24 },
    undecided: { profile: "minimum" },
  },
  "POST /api/privacy/holds": { verification_id: "ver_of_nobody", reason: "Oficio 12/2026" },
  "DELETE /api/privacy/holds/[hold_id]": { reason: "Concluyó el juicio" },
  "PUT /api/account/notice-mail": { choice: "monday", locale: "es-MX" },
  "PUT /api/notices/read": { all: true },
  "POST /api/review/next": {},
  "POST /api/review/bulk": { ids: ["ver_of_nobody"], change: { assignee: null } },
  "POST /api/review/bulk/acceptance": { files: [{ verification_id: "ver_of_nobody", version: VERSION }] },
  "POST /api/review/bulk/undo": { steps: [{ verification_id: "ver_of_nobody", version: VERSION }] },
  "PUT /api/verifications/[verification_id]/explanations": {
    severity: "high",
    missing_field: null,
    message: "Falta el acta.",
    text: "Acta 4411.",
    replaces: null,
  },
  "PUT /api/verifications/[verification_id]/relation-end": { ended_on: "2026-01-31" },
  "POST /api/page-faults": { section: "items", error: "NotFoundError", positions: ["0a1b.js:1:234"] },
  "PUT /api/verifications/[verification_id]/presence": { tab: "0".repeat(32), state: "open" },
  "PUT /api/verifications/[verification_id]/review": { version: "0.", state: "open" },
  "POST /api/verifications/[verification_id]/review/approval": { version: VERSION, approve: true },
  "POST /api/verifications/[verification_id]/review/ratification": { version: VERSION },
  "POST /api/verifications/[verification_id]/review/undo": { version: VERSION },
  "PUT /api/settings/alerts": { version: 0, thresholds: USUAL_THRESHOLDS, quiet: null },
  "PUT /api/settings/alerts/mutes": { kind: "disk_low", muted: true },
  "PUT /api/settings/passwords": { user_id: UUID },
  "PUT /api/settings/need-to-know": { ...FIRST_NEED_TO_KNOW, reason: "never" },
  "POST /api/verifications/[verification_id]/people/[people_id]/opening": { reason: "review" },
  "PUT /api/settings/originals": { template: "https://docs.example.mx/{item_id}" },
  "PUT /api/views/order": { view_ids: [UUID] },
  "PUT /api/settings/title-fields": { title: ["/company/legal_name"], tax_id: [] },
  "POST /api/settings/review/preview": { documents: [], yearly_check: { months: 12, ahead_days: 0 } },
  "POST /api/imports/statements": {
    dry_run: true,
    source: "fechas.csv",
    import_id: "01234567-89ab-4cde-8f01-23456789abcd",
    rows: [{ row: 2, file: "EXP-1", since: "2023-03-14" }],
  },
  "POST /api/imports/statements/undo": { import_id: "01234567-89ab-4cde-8f01-23456789abcd" },
  "POST /api/verifications/[verification_id]/statements": { kind: "relation", since: "2023-03-14" },
  "POST /api/verifications/[verification_id]/notes": { text: "Called the customer." },
  "POST /api/verifications/[verification_id]/letters": {
    letter_id: UUID,
    to: "maria@cliente.mx",
    subject: "Documentos",
    text: "Falta el acta.",
  },
  "PUT /api/verifications/[verification_id]/drafts/[kind]": { author: UUID, text: "Called the" },
  "PATCH /api/notes/[note_id]": { text: "Called the customer." },
  "POST /api/views": { name: "Finished", query: "status=finished" },
  "PATCH /api/views/[view_id]": { name: "Finished" },
  "POST /api/imports/verifications": { ids: ["ver_of_nobody"] },
  "POST /api/searches/audit": { q: "Maderas" },
  "POST /api/searches/verifications": { q: "Maderas" },
  "POST /api/privacy/requests": {
    kind: "access",
    subject: { name: "Rosa Ibarra" },
    received_at: "2026-06-01T10:00:00-06:00",
  },
  "PATCH /api/privacy/requests/[request_id]": { action: "note", text: "Called the person." },
  "POST /api/evidence/packages": { from: "2020-01-01T00:00:00Z", to: "2020-02-01T00:00:00Z" },
  "POST /api/channels": { kind: "mail", name: "Guard", to: ["guard@example.mx"], events: ["disk_low"] },
  "PATCH /api/channels/[channel_id]": { paused: true },
  "POST /api/webhooks": WEBHOOK,
  "PUT /api/webhooks/[webhook_id]": WEBHOOK,
  "POST /api/webhooks/[webhook_id]/replacement/moves": { move: "stored" },
};

const nameOf = ({ method, path }: Pick<RouteOnDisk, "method" | "path">) => `${method} ${path}`;

const routes = await routesOnDisk();
const permissionOf = ({ definition }: RouteOnDisk): Permission =>
  definition && definition.access !== "public" && definition.access !== "scim"
    ? definition.access
    : expect.unreachable();
const ofDirectory = routes.filter(({ definition }) => definition?.access === "scim");
const guarded = routes.filter(
  (route) => route.definition && route.definition.access !== "public" && !ofDirectory.includes(route),
);
/** The admin if the route allows it, else a role that the route allows. */
const callerOf = (route: RouteOnDisk): Role =>
  !guarded.includes(route) || may("admin", permissionOf(route)) ? "admin" : "compliance";
const commands = routes.filter(({ definition }) => definition?.audit);

let dashboard: TestDashboard;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SANDBOX", "1");
  dashboard = await startDashboard(undefined, "processes");
});
afterAll(() => dashboard.end());

const MEDIA = {
  json: "application/json",
  "csp-report": "application/csp-report",
  form: "application/x-www-form-urlencoded",
  scim: "application/scim+json",
};

/** SCIM errors have a status and no error code of the dashboard. */
const codeOfScim = ({ status }: { status?: string }) =>
  ({ 400: "VALIDATION_ERROR", 401: "UNAUTHORIZED" })[Number(status)];

/** Differences from the usual arguments of a call. */
type CallChange = { query?: string; id?: string; of?: Record<string, string>; body?: unknown };

type Answer = { status: number; code: string | undefined; message?: string };

const call = async (route: RouteOnDisk, change?: CallChange) => {
  const { status, code } = await answerOf(route, change);
  return { status, code };
};

/** Calls the route as a page of the dashboard does. No stream is read to its end: some never end. */
async function answerOf(
  route: RouteOnDisk,
  {
    query = REQUIRED_QUERY[nameOf(route)] ?? "",
    id,
    of = {},
    body = route.method === "GET" ? undefined : BODIES[nameOf(route)],
  }: CallChange = {},
): Promise<Answer> {
  const names = [...route.path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, id ?? of[name] ?? PARAMS[name] ?? UUID]));
  const path =
    route.path.replaceAll(/\[(\w+)\]/g, (_match, name: string) => encodeURIComponent(params[name] ?? "")) + query;
  const request = new NextRequest(`http://localhost:3000${path}`, {
    method: route.method,
    headers: {
      "sec-fetch-site": "same-origin",
      "content-type": MEDIA[route.definition?.media ?? "json"],
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await route.handler(request, { params: Promise.resolve(params) });
  const isJson = response.headers.get("content-type")?.match(/^application\/(scim\+)?json/);
  const answer = isJson ? await response.json() : undefined;
  if (!isJson) await response.body?.cancel();
  if (response.ok) return { status: response.status, code: undefined };
  const code = answer?.code ?? codeOfScim(answer ?? {});
  return { status: response.status, code, message: answer?.message };
}

/** Routes whose callers add parameters of their own. */
const OPEN_QUERY: Record<string, string> = {
  "GET /.well-known/security.txt": "scanners",
  "GET /api/health/live": "probes of load balancers",
  "GET /api/health/ready": "probes of load balancers",
  "GET /api/session/oidc/callback": "an answer may have further parameters (RFC 6749, section 4.1.2)",
  ...Object.fromEntries(SCIM.map((name) => [name, "directories: Entra ID appends a flag of its own"])),
};

type AuditEntry = { action: string; outcome: string; after: object | null };

const lastEntry = async (): Promise<number> =>
  (await database().pool.query("SELECT coalesce(max(id), 0) AS last FROM audit_log")).rows[0].last;
const entriesAfter = async (id: number): Promise<AuditEntry[]> =>
  (await database().pool.query("SELECT action, outcome, after FROM audit_log WHERE id > $1 ORDER BY id", [id])).rows;

it("every handler declares its permission, and every permission belongs to a handler, a page or a part of a page", () => {
  expect(routes.length).toBeGreaterThan(60);
  expect(routes.filter(({ definition }) => definition === undefined).map(nameOf)).toEqual([]);
  const open = routes.filter(({ definition }) => definition?.access === "public").map(nameOf);
  expect(open.toSorted()).toEqual(PUBLIC.toSorted());
  expect(ofDirectory.map(nameOf).toSorted()).toEqual(SCIM.toSorted());
  const pages = filesNamed("page.tsx", "app").map((file) => readFileSync(file, "utf8"));
  const ofPages = pages.map((source) => /requirePermission\("([\w.]+)"\)/.exec(source)?.[1] as Permission);
  const ofParts = [
    "lib/desk/server/views/views.ts",
    "lib/desk/contract/notes/note.ts",
    "lib/edge/server/handlers/insights.ts",
  ].map((file) => /may\(role, "([\w.]+)"\)/.exec(readFileSync(file, "utf8"))?.[1] as Permission);
  const required = new Set([...guarded.map(permissionOf), ...ofPages, ...ofParts]);
  expect(Object.keys(PERMISSIONS).filter((permission) => !required.has(permission as Permission))).toEqual([]);
});

it("every endpoint of the contract has a handler at its address, and every handler belongs to one", () => {
  expect(routes.map(({ endpoint }) => endpoint).toSorted()).toEqual(Object.keys(API).toSorted());
  expect(routes.filter(({ endpoint, definition }) => definition?.endpoint !== endpoint).map(nameOf)).toEqual([]);
});

describe("an unknown parameter", () => {
  it.each(routes.map((route) => [nameOf(route), route] as const))(
    "of %s is refused by its name",
    async (name, route) => {
      jar.clear();
      await dashboard.signInAs(callerOf(route));
      const { status, message } = await answerOf(route, {
        query: "?created_form=2026-01-01",
        of: { item_id: "7", timestamp_id: "1" },
      });
      if (name in OPEN_QUERY) expect(message ?? "").not.toContain("created_form");
      else expect({ status, message }).toEqual({ status: 400, message: "Invalid created_form." });
    },
  );
});

it.each([
  "GET /api/deliveries",
  "GET /api/deliveries/refusals",
  "GET /api/evidence/timestamps",
  "GET /api/verifications/[verification_id]/events",
])("%s takes the largest page, which pages of ours ask for", async (name) => {
  const route = routes.find((one) => nameOf(one) === name) ?? expect.unreachable();
  jar.clear();
  await dashboard.signInAs(callerOf(route));
  expect(await call(route, { query: `?limit=${MAX_PAGE_ROWS}` })).toEqual({ status: 200, code: undefined });
});

it.each([
  [
    "GET /api/verifications",
    ["severity=xx", "created_from=nonsense", "limit=0", "limit=201", "cursor=nonsense", "sort=size"],
  ],
  ["GET /api/verifications", ["until=nonsense&id=ver_1", "id=", "total=maybe", "q=a&q=b", "severity=high,xx"]],
  ["GET /api/deliveries", ["state=xx", "limit=0", "cursor=nonsense", "cursor=2026-01-01T00:00:00.000000Z_7_audit"]],
  ["GET /api/deliveries/refusals", ["reason=xx", "cursor=2026-01-01T00:00:00.000000Z_7_deliveries"]],
  [
    "GET /api/audit",
    ["outcome=xx", "from=yesterday", "limit=0", "cursor=7", "cursor=2026-01-01T00:00:00.000000Z_7_notices"],
  ],
  ["GET /api/audit/export", ["outcome=xx"]],
  ["GET /api/audit/stream", ["cursor=nonsense", "limit=5"]],
  ["GET /api/notices", ["unread=maybe", "limit=0", "cursor=nonsense", "cursor=2026-01-01T00:00:00.000000Z_7_audit"]],
  ["GET /api/evidence/timestamps", ["cursor=nonsense", "cursor=2026-01-01T00:00:00.000000Z_7_audit"]],
  [
    "GET /api/verifications/[verification_id]/events",
    ["kind=xx", "cursor=nonsense", "cursor=2026-01-01T00:00:00.000000Z_7_audit"],
  ],
  [
    "GET /api/insights",
    ["from=nonsense", "group=century", "to=9999-12-31", "from=9999-12-31", "to=3000-01-01", "from=1999-12-31"],
  ],
  ["GET /api/exports/insights", ["to=9999-12-31", "from=9999-01-01&to=9999-12-30"]],
  ["GET /api/verifications", ["created_to=9999-12-31", "figure=completed@9999-12-01..9999-12-31"]],
  ["GET /api/audit", ["to=9999-12-31"]],
  ["GET /api/deliveries", ["to=9999-12-31"]],
  ["GET /api/morning", ["since=nonsense"]],
  ["GET /api/exports/verifications", ["severity=xx", "format=pdf", "columns=xx", "time_zone=Mars", "cursor=a"]],
  [
    "GET /api/review/decisions",
    ["from=nonsense", "sample=0&from=2026-01-01&to=2026-02-01", "to=9999-12-31&from=2020-01-01"],
  ],
])("%s names the unreadable parameter: %j", async (name, queries) => {
  const route = routes.find((one) => nameOf(one) === name) ?? expect.unreachable();
  jar.clear();
  await dashboard.signInAs(callerOf(route));
  for (const query of queries) {
    const { status, message } = await answerOf(route, { query: `?${query}` });
    expect({ status, message }, query).toEqual({
      status: 400,
      message: expect.stringMatching(new RegExp(`^Invalid ${query.split("=")[0]}\\.$`)),
    });
  }
});

it("every changing handler is a command, or is listed here with a reason", () => {
  const silent = routes.filter(({ method, definition }) => method !== "GET" && !definition?.audit).map(nameOf);
  expect(silent.toSorted()).toEqual(Object.keys(NO_COMMAND).toSorted());
});

it("no command is open to an auditor but those of their own account and of samples", () => {
  const changing = guarded.filter(({ method }) => method !== "GET");
  const open = changing.filter((route) => may("auditor", permissionOf(route)) && permissionOf(route) !== "account.own");
  expect(open.map(nameOf).toSorted()).toEqual([
    "POST /api/evidence/packages",
    "POST /api/people/search",
    "POST /api/review/samples",
    "POST /api/review/samples/[sample_id]/sign-off",
    "POST /api/searches/audit",
    "POST /api/searches/verifications",
    "POST /api/verifications/[verification_id]/people/[people_id]/opening",
    "POST /api/verifications/[verification_id]/read",
    "PUT /api/notices/read",
    "PUT /api/review/samples/[sample_id]/results/[entry_id]",
    "PUT /api/verifications/[verification_id]/presence",
    "PUT /api/verifications/[verification_id]/seen",
  ]);
});

it("the page of permissions states the permission of every handler", () => {
  const lines = readFileSync("docs/permissions.md", "utf8").split("\n");
  for (const { method, path, definition } of routes) {
    const address = path.replaceAll(/\[(\w+)\]/g, "{$1}");
    const [, permission = "", besides = "", audit = ""] =
      lines
        .map((line) =>
          line
            .split("|")
            .map((cell) => cell.trim())
            .slice(1),
        )
        .find(([what]) => what === `${method} \`${address}\``) ?? expect.unreachable(`${method} ${address}`);
    expect({ permission: permission.replaceAll("`", ""), besides, audit: audit.replaceAll("`", "") }, address).toEqual({
      permission: definition?.access,
      besides: [definition?.stepUp && "password again", definition?.token && "service tokens"]
        .filter(Boolean)
        .join(", "),
      audit: definition?.audit ?? "",
    });
  }
});

describe.each(["no user", "a user"])("unstorable text, sent by %s", (who) => {
  /** The answer of a refused call, with its SQL statements, transactions and service calls; `work` leaves out session reads. */
  async function refused(route: RouteOnDisk, given: CallChange) {
    jar.clear();
    if (who === "a user") await dashboard.signInAs(callerOf(route));
    const query = vi.spyOn(database().pool, "query");
    const connect = vi.spyOn(database().pool, "connect");
    const service = vi.spyOn(globalThis, "fetch");
    const answer = await call(route, given);
    // A prepared statement is an object.
    const statements = query.mock.calls.map(([sent]: readonly unknown[]) =>
      typeof sent === "string" ? sent : (sent as { text: string }).text,
    );
    const work = statements.filter((text) => !/^(SELECT id_hash|WITH touched)\b/.test(text));
    // Each statement connects once; each further connection begins a transaction.
    const transactions = connect.mock.calls.length - statements.length;
    const calls = service.mock.calls.filter(([to]) => String(to).startsWith(dashboard.service.url())).length;
    for (const spy of [query, connect, service]) spy.mockRestore();
    return { ...answer, statements: statements.length, work, transactions, calls };
  }

  it.each(routes.map((route) => [nameOf(route), route] as const))(
    "is refused in the address of %s",
    async (_name, route) => {
      const nothing = { status: 400, code: "VALIDATION_ERROR", statements: 0, work: [], transactions: 0, calls: 0 };
      for (const query of ["?q=a%00", "?%00", "?a=%ED%A0%80"])
        expect(await refused(route, { query }), query).toEqual(nothing);
      if (route.path.includes("[")) expect(await refused(route, { id: "a\u0000" })).toEqual(nothing);
    },
  );

  it.each(routes.filter(({ definition }) => definition?.body).map((route) => [nameOf(route), route] as const))(
    "is refused in the body of %s",
    async (_name, route) => {
      const { access } = route.definition ?? {};
      const admitted = access !== "scim" && (who === "a user" || access === "public");
      const usual = (BODIES[nameOf(route)] ?? {}) as object;
      for (const more of [{ text: "a\u0000" }, { "\ud800": 1 }, { list: [{ text: "\udfff" }] }]) {
        expect(await refused(route, { body: { ...usual, ...more } }), JSON.stringify(more)).toMatchObject({
          ...(admitted ? { status: 400, code: "VALIDATION_ERROR" } : { status: 401, code: "UNAUTHORIZED" }),
          work: [],
          transactions: 0,
          calls: 0,
        });
      }
    },
  );
});

describe.each(guarded.map((route) => [nameOf(route), route] as const))("%s", (_name, route) => {
  const permission = permissionOf(route);

  it("is for signed-in users only", async () => {
    jar.clear();
    const before = await lastEntry();
    expect(await call(route)).toEqual({ status: 401, code: "UNAUTHORIZED" });
    expect((await entriesAfter(before)).filter(({ action }) => action === "access.denied")).toEqual([]);
  });

  it.each(ROLES)(`allows or refuses %s, by '${permission}'`, async (role) => {
    jar.clear();
    await dashboard.signInAs(role);
    const before = await lastEntry();
    const { status, code } = await call(route);
    const denials = (await entriesAfter(before)).filter(({ action }) => action === "access.denied");
    if (may(role, permission)) {
      expect([401, 429], `${status} ${code}`).not.toContain(status);
      expect(code).not.toBe("FORBIDDEN");
      expect(denials).toEqual([]);
      return;
    }
    expect({ status, code }).toEqual({ status: 403, code: "FORBIDDEN" });
    const pattern = route.path.replaceAll(/\[(\w+)\]/g, "{$1}");
    expect(denials).toEqual([
      { action: "access.denied", outcome: "refused", after: { method: route.method, route: pattern, permission } },
    ]);
  });
});

it.each(ofDirectory.map((route) => [nameOf(route), route] as const))(
  "%s asks for the directory's token, whoever is signed in",
  async (_name, route) => {
    for (const role of [null, ...ROLES]) {
      jar.clear();
      if (role) await dashboard.signInAs(role);
      expect(await call(route), String(role)).toEqual({ status: 401, code: "UNAUTHORIZED" });
    }
  },
);

/** The permissions of routes that work for a blocked file too: evidence, erasure and the sandbox's controls. */
const BLOCKED_FILE_PERMISSIONS = ["evidence.read", "verifications.erase", "sandbox.play"];

describe("a blocked file", () => {
  beforeAll(() =>
    database().pool.query(
      "INSERT INTO blocked_verifications (id_hash, verification_id, not_before) VALUES ('\\x01', 'ver_blocked', 'infinity')",
    ),
  );
  afterAll(() => database().pool.query("DELETE FROM blocked_verifications"));

  const about = guarded.filter(
    (route) => route.path.includes("[verification_id]") && !BLOCKED_FILE_PERMISSIONS.includes(permissionOf(route)),
  );
  it.each(about.map((route) => [nameOf(route), route] as const))("is gone for %s", async (_name, route) => {
    jar.clear();
    await dashboard.signInAs(callerOf(route));
    expect(await call(route, { of: { verification_id: "ver_blocked", item_id: "7" } })).toEqual({
      status: 410,
      code: "BLOCKED",
    });
  });
});

/** Parameters of calls that are recorded, where others are not. */
const RECORDED: Record<string, string> = { "GET /api/review/samples/[sample_id]": "?format=csv" };

it.each(commands.map((route) => [nameOf(route), route] as const))("%s leaves its entries", async (_name, route) => {
  jar.clear();
  await dashboard.signInAs(callerOf(route));
  const before = await lastEntry();
  const query = RECORDED[nameOf(route)];
  const { status, code } = await call(route, query === undefined ? {} : { query });
  const own = async () => (await entriesAfter(before)).filter(({ action }) => action === route.definition?.audit);
  await expect
    .poll(own, { message: `${status} ${code}` })
    .toMatchObject([{ outcome: "begun" }, { outcome: expect.stringMatching(/^(done|failed)$/) }]);
});
