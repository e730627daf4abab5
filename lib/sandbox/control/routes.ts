import type { Route } from "#lib/sandbox/http/routes.ts";
import { createRestrictedKey, signUp } from "./accounts.ts";
import type { ControlCall } from "./context.ts";
import * as deliveries from "./deliveries.ts";
import * as faults from "./faults.ts";
import { listScenarios, start } from "./scenarios.ts";
import { setPace, state } from "./state.ts";
import { playScenario, step } from "./verifications.ts";
import * as work from "./work.ts";

/** 200 while the sandbox serves and reaches its database. */
async function ready({ pool }: ControlCall) {
  try {
    await pool.query("SELECT FROM sandbox.schema_migrations LIMIT 1");
    return { status: 200, json: { ready: true } };
  } catch {
    return { status: 503, json: { ready: false } };
  }
}

/** What only a sandbox has: see `guard.ts` for who may call it. */
export const CONTROL_ROUTES: readonly Route<ControlCall>[] = [
  { method: "GET", path: "/sandbox/ready", handle: ready },
  { method: "POST", path: "/sandbox/accounts", handle: signUp },
  { method: "POST", path: "/sandbox/api-keys", handle: createRestrictedKey },
  { method: "PUT", path: "/sandbox/webhooks/:id", handle: deliveries.enableWebhook },
  { method: "GET", path: "/sandbox/scenarios", handle: listScenarios },
  { method: "POST", path: "/sandbox/scenarios/start", handle: start },
  { method: "POST", path: "/sandbox/verifications", handle: playScenario },
  { method: "POST", path: "/sandbox/verifications/:id/steps", handle: step },
  { method: "POST", path: "/sandbox/verifications/:id/documents", handle: work.documents },
  { method: "POST", path: "/sandbox/verifications/:id/reopen", handle: work.reopen },
  { method: "POST", path: "/sandbox/verifications/:id/labels", handle: work.label },
  { method: "POST", path: "/sandbox/played", handle: work.list },
  { method: "GET", path: "/sandbox/state", handle: state },
  { method: "PUT", path: "/sandbox/pace", handle: setPace },
  { method: "GET", path: "/sandbox/deliveries", handle: deliveries.summary },
  { method: "POST", path: "/sandbox/faults", handle: faults.add },
  { method: "GET", path: "/sandbox/faults", handle: faults.list },
  { method: "DELETE", path: "/sandbox/faults", handle: faults.clear },
  { method: "DELETE", path: "/sandbox/faults/:id", handle: faults.end },
];
