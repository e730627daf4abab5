import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { AuditAction } from "#lib/platform/contract/audit/audit.ts";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import type { Handler } from "./call-route.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The methods of a handler; Next answers HEAD and OPTIONS itself. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

type Definition = {
  endpoint: string;
  access: "public" | "scim" | Permission;
  stepUp?: true;
  token?: true;
  audit?: AuditAction | null;
  body?: object;
  media?: "json" | "csp-report" | "form" | "scim";
};

export type RouteOnDisk = {
  method: Method;
  /** As in the contract: `GET /api/webhooks/{webhook_id}`. */
  endpoint: string;
  /** Named as its folders: `/api/webhooks/[webhook_id]`. */
  path: string;
  file: string;
  handler: Handler;
  /** Absent if the handler was not made by `route()`. */
  definition: Definition | undefined;
};

/**
 * Paths of all files of this name below a folder of the project, relative to that folder. The handlers of unknown
 * addresses are left out.
 */
export const filesNamed = (name: string, folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => (path === name || path.endsWith(`${sep}${name}`)) && !path.includes("[[...nowhere]]"))
    .map((path) => relative(ROOT, join(ROOT, folder, path)))
    .toSorted();

/** The address at which Next serves a file of `app`; folders in parentheses do not appear in it. */
export const patternOf = (file: string): string =>
  `/${file
    .split(sep)
    .slice(1, -1)
    .filter((folder) => !folder.startsWith("("))
    .join("/")}`;

/** An address with its parameters in braces, as in the contract. */
export const inBraces = (path: string): string => path.replaceAll(/\[(\w+)\]/g, "{$1}");

/** The source of each handler, by its endpoint. */
export const handlerSources = (): Map<string, string> =>
  new Map(
    globSync("lib/edge/server/handlers/*.ts", { cwd: ROOT }).flatMap((file) =>
      readFileSync(join(ROOT, file), "utf8")
        .split(/^(?:\/\*\*|export const )/m)
        .flatMap((source) => {
          const endpoint = /^\w+ = route\(\s*"([^"]+)"/.exec(source)?.[1];
          return endpoint === undefined ? [] : [[endpoint, source] as const];
        }),
    ),
  );

/** Parameters without which a route answers 400. */
export const REQUIRED_QUERY: Record<string, string> = {
  "GET /api/review/bulk/acceptance": "?ids=ver_masked_compliance",
  "GET /api/review/decisions": "?from=2020-01-01T00:00:00Z&to=2030-01-01T00:00:00Z",
  "GET /api/verifications/[verification_id]/review/since": "?version=0.&entry=0",
};

/** Every handler of the product, found by its files, so that none is missing. */
export async function routesOnDisk(): Promise<RouteOnDisk[]> {
  const routes: RouteOnDisk[] = [];
  for (const file of filesNamed("route.ts", "app")) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ join(ROOT, file));
    const path = patternOf(file);
    for (const method of METHODS) {
      const handler = exported[method] as (Handler & { definition?: Definition }) | undefined;
      const endpoint = `${method} ${inBraces(path)}`;
      if (handler) routes.push({ method, endpoint, path, file, handler, definition: handler.definition });
    }
  }
  return routes;
}
