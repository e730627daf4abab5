import type { Route } from "#lib/sandbox/http/routes.ts";
import { createKey, deleteKey, listKeys } from "./api-keys.ts";
import type { ServiceCall } from "./context.ts";
import * as people from "./people.ts";
import * as verifications from "./verifications.ts";
import * as webhooks from "./webhooks.ts";

/** The ten endpoints of the interface, with their mixed versions (interface, Versioning). */
export const SERVICE_ROUTES: readonly Route<ServiceCall>[] = [
  { method: "GET", path: "/api-keys", handle: listKeys },
  { method: "POST", path: "/api-keys", handle: createKey },
  { method: "DELETE", path: "/api-keys/:id", handle: deleteKey },
  { method: "POST", path: "/v2/webhooks", handle: webhooks.create },
  { method: "GET", path: "/v2/webhooks", handle: webhooks.list },
  { method: "GET", path: "/v2/webhooks/:id", handle: webhooks.get },
  { method: "PUT", path: "/v2/webhooks/:id", handle: webhooks.update },
  { method: "DELETE", path: "/v2/webhooks/:id", handle: webhooks.remove },
  { method: "GET", path: "/verifications/:id", handle: verifications.read },
  { method: "GET", path: "/v2/verifications/:id/people", handle: people.read },
];
