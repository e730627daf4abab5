import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

/** The route of a path, named as its folder (`/api/verifications/[verification_id]`), and its parameters. */
export type RouteOf = (path: string) => { route: string; params: Record<string, string> };

/** One name for all addresses without a route, since anybody may make up addresses. */
const OTHER_ROUTES = "elsewhere";

export function routesOf(build: string): RouteOf {
  const routes = manifest.parse(JSON.parse(readFileSync(join(build, "routes-manifest.json"), "utf8")));
  const pages = new Set(routes.staticRoutes.map(({ page }) => page));
  const dynamic = routes.dynamicRoutes.map(({ page, regex }) => ({
    page,
    regex: new RegExp(regex),
    names: [...page.matchAll(/\[(?:\.{3})?(\w+)\]/g)].map(([, name = ""]) => name),
  }));
  return (path) => {
    if (pages.has(path)) return { route: path, params: {} };
    for (const { page, regex, names } of dynamic) {
      const [, ...values] = regex.exec(path) ?? [];
      if (values.length === 0) continue;
      return { route: page, params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])) };
    }
    return { route: OTHER_ROUTES, params: {} };
  };
}
