import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

/** Names the route of a path, as its folder is named: `/api/verifications/[verification_id]`. */
export type RouteOf = (path: string) => string;

/** Addresses without a route of their own have one name together, since anybody may make up addresses. */
const ELSEWHERE = "elsewhere";

/** The routes of a build. */
export function routesOf(build: string): RouteOf {
  const routes = manifest.parse(JSON.parse(readFileSync(join(build, "routes-manifest.json"), "utf8")));
  const pages = new Set(routes.staticRoutes.map(({ page }) => page));
  const dynamic = routes.dynamicRoutes.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  return (path) => (pages.has(path) ? path : (dynamic.find(({ regex }) => regex.test(path))?.page ?? ELSEWHERE));
}
