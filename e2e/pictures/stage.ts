import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, request } from "@playwright/test";
import { type Installation, startInstallation, startSandbox } from "#e2e/support/installation.ts";
import { changeByApi } from "#e2e/support/reviews.ts";
import { sandboxAt } from "#e2e/support/sandbox.ts";
import { newUser } from "#e2e/support/users.ts";

const ADMIN = { name: "Ana Administradora", email: "ana@example.com", password: "una frase bastante larga" };

/** Files in the queue of the desk. */
const IN_QUEUE = 12;

type Session = Awaited<ReturnType<APIRequestContext["storageState"]>>;

export type Stage = {
  origin: string;
  /** The cookies of signed-in users. */
  sessions: Record<"admin" | "officer", Session>;
  /** A file that has every kind of event. */
  fileId: string;
  fileTag: string;
  /** The dashboard's answer to a call of the administrator. */
  call<T>(method: string, path: string, data?: object): Promise<T>;
  stop(): Promise<void>;
};

/** An installation that has received a month of events, with a service without activity of its own. */
export async function setStage(): Promise<Stage> {
  await using started = new AsyncDisposableStack();
  const service = await startSandbox();
  started.defer(service.stop);
  const sandbox = sandboxAt(service.sandboxUrl);
  const { api_key } = await sandbox.signUp();
  const installation = await startInstallation({ SVC_BASE_URL: service.sandboxUrl, SVC_API_KEY: api_key });
  started.defer(installation.stop);
  const { origin } = installation;
  const dashboard = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  started.defer(() => dashboard.dispose());
  const call = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const answer = await dashboard.fetch(path, { method, ...(data && { data }) });
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
    return answer.status() === 204 ? (undefined as T) : answer.json();
  };
  await becomeAdmin(call, installation);
  await call("POST", "/api/receiver");
  await sandbox.startScenarios();
  const file = await sandbox.play("finished-high-findings", "EXP-2101", "picture-2101");
  const pending = async () => (await sandbox.deliveries()).pending;
  await expect.poll(pending, { timeout: 120_000 }).toBe(0);
  await chooseTitles(dashboard);
  const sessions = { admin: await dashboard.storageState(), officer: await officerSession(dashboard, origin) };
  const ending = started.move();
  return { origin, sessions, fileId: file.id, fileTag: file.tag, call, stop: () => ending.disposeAsync() };
}

async function becomeAdmin(call: Stage["call"], { dataDir }: Pick<Installation, "dataDir">): Promise<void> {
  const token = readFileSync(join(dataDir, "setup-link"), "utf8").trim().split("#")[1];
  await call("POST", "/api/setup", { ...ADMIN, token });
  await call("POST", "/api/session", { email: ADMIN.email, password: ADMIN.password });
}

/** Files have the titles of the embedded service. */
async function chooseTitles(admin: APIRequestContext): Promise<void> {
  const data = { title: ["/company/legal_name"], tax_id: ["/company/rfc"] };
  const chosen = await admin.put("/api/settings/title-fields", { data });
  expect(chosen.ok(), `titles: ${chosen.status()}`).toBe(true);
  await expect
    .poll(async () => (await (await admin.get("/api/settings/title-fields")).json()).progress?.finished)
    .toBe(true);
}

/** Signs an officer in, and opens reviews of finished files. */
async function officerSession(admin: APIRequestContext, origin: string): Promise<Session> {
  const { email, password } = await newUser(admin, "Carlos Cumplimiento", "compliance");
  const officer = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  try {
    const answer = await officer.post("/api/session", { data: { email, password } });
    expect(answer.ok(), `sign-in: ${answer.status()}`).toBe(true);
    const list = await officer.get(`/api/verifications?status=finished&limit=${IN_QUEUE}`);
    for (const { verification_id: id } of (await list.json()).items) await changeByApi(officer, id, { state: "open" });
    return await officer.storageState();
  } finally {
    await officer.dispose();
  }
}
