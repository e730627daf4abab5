import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { run } from "#lib/contract-check/command.ts";

/**
 * A small service that conforms to the interface in every read, and records its requests. Where the interface is open it
 * differs from the embedded sandbox, so that no rule can require the form of either.
 */

export const KEY = "svc_sk_live_0123456789abcdef0123456789abcdef";
export const VERIFICATION = "ver_7f3a90c1d2e4";
const WEBHOOK = "wh_7f3a90c1d2e4";

export type Answer = { status: number; json?: unknown; body?: string; headers?: Record<string, string> };
/** The answer instead of the regular one; undefined for the regular one. */
export type Deviation = (request: IncomingMessage, path: string) => Answer | "hang" | "reset" | undefined;
type ReceivedRequest = { method: string; path: string; headers: IncomingMessage["headers"] };

export const ok = (json: unknown): Answer => ({ status: 200, json });
export const error = (status: number, code: string): Answer => ({
  status,
  json: { success: false, message: "Mensaje", code, timestamp: "2026-11-20T10:00:00Z" },
});

/** The registry's answer about a person, as in the interface (Resources: CURP lookup result). */
const CURP = "WALT800101HDFXXX09";

const APPLICANT = {
  curp: CURP,
  names: "WALTER",
  gender: "HOMBRE",
  birth_date: "1980-01-01",
  birth_entity: "PUEBLA",
  nationality: "MEXICO",
  first_surname: "BAUTISTA",
  second_surname: "",
  evidentiary_document: "ACTA DE NACIMIENTO",
};

const CREATED_AT = "2026-11-20T10:00:00Z";
export const API_KEYS = {
  api_keys: [
    // An object that has no text and a copy of the name: neither is taken for the field that the reader read.
    { odd: { toString: null, valueOf: null }, key_id: "ak_1", note: "panel", label: "panel", created_at: CREATED_AT },
    { key_id: "ak_2", label: "respaldo", created_at: CREATED_AT },
  ],
  total: 2,
};
export const WEBHOOK_RECORD = {
  webhook_id: WEBHOOK,
  url: "https://panel.example.mx/hooks/1",
  events: ["verification.v2.created"],
  description: "Panel",
  is_active: true,
};
export const VERIFICATION_RECORD = {
  verification_id: VERIFICATION,
  account_id: "acc_1",
  created_at: CREATED_AT,
  status: "finished",
  tag: "expediente-1",
  findings: {
    items: [
      { severity: "high", message: "Falta el acta", missing_field: "acta" },
      { severity: "low", message: "x" },
    ],
    computed_at: "2026-11-20T10:00:00Z",
  },
};
const DOCUMENT = {
  act_number: "12",
  registry_date: "1980",
  register_entity: "PUEBLA",
  register_municipality: "CHOLULA",
};
export const PERSON = {
  people_id: 3001,
  external_identities: {
    curp: {
      success: true,
      message: null,
      search_number: CURP,
      applicant_data: APPLICANT,
      evidentiary_document_data: DOCUMENT,
      curp_file: `https://files.example.mx/1.pdf?Expires=${Math.floor(Date.now() / 1000) + 3_600}&Signature=abcdef`,
    },
  },
};
export const FAILED_PERSON = {
  people_id: 3002,
  shareholder_id: 7,
  external_identities: {
    curp: {
      success: false,
      message: "La CURP no cumple con el formato",
      search_number: "WALT800101",
      applicant_data: null,
      evidentiary_document_data: null,
      curp_file: null,
    },
  },
};

const READS: Record<string, unknown> = {
  "/api-keys": API_KEYS,
  "/v2/webhooks": [WEBHOOK_RECORD],
  [`/v2/webhooks/${WEBHOOK}`]: { data: WEBHOOK_RECORD },
  [`/verifications/${VERIFICATION}`]: { data: VERIFICATION_RECORD },
  [`/v2/verifications/${VERIFICATION}/people`]: { full_list: [PERSON, FAILED_PERSON] },
};

/** A deviation for one path, in requests with the key. */
export const at =
  (wanted: string | RegExp, answer: ReturnType<Deviation>): Deviation =>
  (request, path) =>
    (typeof wanted === "string" ? path === wanted : wanted.test(path)) && request.headers["x-api-key"] === KEY
      ? answer
      : undefined;

/** Runs the command against such a service; returns its outcome and the received requests. */
export async function check(deviate: Deviation | undefined, ...args: string[]) {
  const service = await startService(deviate);
  const env = { SVC_BASE_URL: service.url, SVC_API_KEY: KEY };
  return { ...service, ...(await run(args, env, { columns: 100, coloured: false })) };
}

/** Starts the service for one test. */
export async function startService(deviate: Deviation = () => undefined) {
  const requests: ReceivedRequest[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push({ method: request.method ?? "", path, headers: request.headers });
    mostAtOnce = Math.max(mostAtOnce, ++underWay);
    response.once("close", () => void --underWay);
    const answer = deviate(request, path) ?? conform(request, path);
    if (answer === "hang") return;
    if (answer === "reset") return void request.socket.resetAndDestroy();
    const type = answer.body === undefined ? "application/json; charset=utf-8" : "text/html";
    response.writeHead(answer.status, { "content-type": type, ...answer.headers });
    response.end(answer.body ?? (answer.json === undefined ? undefined : JSON.stringify(answer.json)));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, mostAtOnce: () => mostAtOnce };
}

function conform(request: IncomingMessage, path: string): Answer {
  if (request.headers["x-api-key"] !== KEY) return error(401, "UNAUTHORIZED");
  return path in READS ? ok(READS[path]) : error(404, "NOT_FOUND");
}
