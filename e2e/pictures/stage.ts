import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect as anyExpect, request } from "@playwright/test";
import { startInstallation, startSandbox } from "#e2e/support/installation.ts";
import { missed, searched } from "#e2e/support/people.ts";
import { type Change, type Played, type Sandbox, sandboxAt } from "#e2e/support/sandbox.ts";

/** Waits as long as a busy machine may take. */
export const expect = anyExpect.configure({ timeout: 40_000 });

export const ADMIN = { name: "Ana Administradora", email: "ana@example.com", password: "una frase bastante larga" };

/** The files that pictures are of, by what they show. */
export type Files = Record<"whole" | "moved" | "failing" | "quiet" | "behind", Played> & { moving: Played[] };

export type Stage = {
  origin: string;
  sandbox: Sandbox;
  /** The cookies of the signed-in administrator. */
  session: Awaited<ReturnType<APIRequestContext["storageState"]>>;
  /** Ids that the service knows from before the dashboard was connected. */
  unknownHere: string[];
  files: Files;
  /** Makes the webhook, and lets a month and the files of the pictures happen. Nothing moves by itself afterwards. */
  connect(): Promise<void>;
  /** Lets changes happen whose events are delivered to the dashboard. */
  deliver(changes: readonly [Played, ...Change[]][]): Promise<void>;
  stop(): Promise<void>;
};

/** An installation on its first day, on a service in which nothing happens by itself. */
export async function setStage(): Promise<Stage> {
  const service = await startSandbox();
  try {
    return await settle(service);
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function settle(service: Awaited<ReturnType<typeof startSandbox>>): Promise<Stage> {
  const sandbox = sandboxAt(service.sandboxUrl);
  const { api_key } = await sandbox.signUp();
  const installation = await startInstallation({ SVC_BASE_URL: service.sandboxUrl, SVC_API_KEY: api_key });
  const { origin } = installation;
  const dashboard = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  await becomeAdmin(dashboard, readFileSync(join(installation.dataDir, "setup-link"), "utf8"));
  const before = ["finished", "finished-clean", "partial-upload", "full-upload", "backward", "finished-low-findings"];
  const unknownHere: string[] = [];
  for (const [index, scenario] of before.entries()) {
    unknownHere.push((await sandbox.play(scenario, `EXP-${1981 + index}`, `before-${index}`)).id);
  }

  const delivered = async () => {
    await expect.poll(async () => (await sandbox.deliveries()).pending).toBe(0);
  };
  const stage: Stage = {
    origin,
    sandbox,
    session: await dashboard.storageState(),
    unknownHere,
    files: {} as Files,
    async connect() {
      const made = await dashboard.post("/api/receiver");
      expect(made.ok(), await made.text()).toBe(true);
      const { webhook_id: webhook } = await made.json();
      await sandbox.startScenarios();
      await delivered();
      stage.files = await playFiles(sandbox);
      await delivered();
      // Changes without a delivery, so that the next one follows from a status that no event reported. For a moment only:
      // a webhook that stays disabled is noticed, and said on every page.
      const moveUnseen = async (to: string) => {
        await sandbox.enable(webhook, false);
        await sandbox.change(stage.files.moved.id, { kind: "documents_status", to });
        await sandbox.enable(webhook, true);
      };
      await moveUnseen("pending_external");
      await stage.deliver([[stage.files.moved, { kind: "documents_status", to: "full_upload" }]]);
      await moveUnseen("partial_upload");
    },
    async deliver(changes) {
      for (const [{ id }, ...what] of changes) await sandbox.change(id, ...what);
      await delivered();
    },
    async stop() {
      await dashboard.dispose();
      await installation.stop();
      await service.stop();
    },
  };
  return stage;
}

async function becomeAdmin(dashboard: APIRequestContext, link: string): Promise<void> {
  const { name, email, password } = ADMIN;
  const token = link.trim().split("#")[1];
  expect((await dashboard.post("/api/setup", { data: { token, name, email, password } })).ok()).toBe(true);
  expect((await dashboard.post("/api/session", { data: { email, password } })).ok()).toBe(true);
}

/** The same files each time, but for the hour. */
async function playFiles(sandbox: Sandbox): Promise<Files> {
  const play = (scenario: string, number: number) => sandbox.play(scenario, `EXP-${number}`, `picture-${number}`);
  const moving = [
    await play("pending-upload", 2106),
    await play("partial-upload", 2105),
    await play("full-upload", 2104),
  ];
  const behind = await play("pending-external", 2108);
  const quiet = await play("pending-upload", 2107);
  const moved = await play("backward", 2103);
  const failing = await play("item-error-password_protected_pdf", 2102);
  await sandbox.change(failing.id, ...itemErrors(), failedLookup, ...failedLookups());
  const whole = await play("finished-high-findings", 2101);
  return { whole, moved, failing, quiet, behind, moving };
}

export const FAILED_PERSON = 990_002;

const failedLookup = searched(FAILED_PERSON, missed("El registro no respondió."), {
  full_name: "Otilia Zárate",
  role: "shareholder",
  people_error: "curp_scrapper_error",
});
/** The person whose lookup is repeated until it succeeds. */
export const REPEATED = { people_id: 990_001, shareholder_id: 990, full_name: "Wendel Boureda", role: "shareholder" };

function failedLookups(): Change[] {
  const failed = (people_error: string, message: string, item_id?: number) =>
    searched(REPEATED.people_id, missed(message), {
      ...REPEATED,
      people_error,
      people_error_message: message,
      ...(item_id === undefined ? {} : { item_id }),
    });
  const unavailable = "El servicio de consulta de CURP no está disponible.";
  return [
    failed("curp_format_error", "La CURP no cumple con el formato requerido.", 910_003),
    failed("curp_scrapper_error", "No fue posible extraer la información del registro externo."),
    failed("curp_service_unavailable", unavailable, 910_005),
    failed("curp_service_unavailable", unavailable),
  ];
}

/** One item of each kind of outcome, and one that is still under way. */
function itemErrors(): Change[] {
  const item = (item_id: number, item_type: string, internal_status: string, item_error?: string): Change => ({
    kind: "item_status",
    item_id,
    item_type,
    internal_status,
    ...(item_error === undefined ? {} : { item_error }),
  });
  return [
    item(910_001, "unknown", "completed"),
    { kind: "item_completed", item_id: 910_001 },
    item(910_002, "corrupted_file", "failed", "get_input_file_info_failed"),
    { kind: "item_completed", item_id: 910_002 },
    item(910_003, "pw_mx", "failed", "Unexpected end of stream while reading page 7"),
    { kind: "item_completed", item_id: 910_003 },
    item(910_004, "csf_mx", "extracting"),
  ];
}
