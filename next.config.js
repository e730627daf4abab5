// @ts-check
import { basename } from "node:path";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** From who builds or serves a build (`lib/dashboard/build.ts`); hot reload and the generator of types have none. */
const folder = process.env.COTEJO_BUILD;

/**
 * In JavaScript, since Next loads its compiler to read TypeScript, also where it only serves a build.
 * @type {import("next").NextConfig}
 */
const config = {
  // The name of the build is in pages and answers, so that a tab of another one is loaded anew when it next navigates.
  ...(folder && { distDir: folder, deploymentId: basename(folder) }),
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  experimental: {
    // What is held of a body before a handler sees it. Those that take more than 64 KiB stand outside of proxy.ts.
    proxyClientMaxBodySize: "128kb",
    // A folder that is built into once has no use for it.
    turbopackFileSystemCacheForBuild: false,
  },
  // Types are checked by `npm run typecheck`, once, not again by each build.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["pg", "pino", "prom-client"],
};

/** @param {string} phase */
export default async (phase) => {
  // The plugin and its compilers are of use to a build only, and not in a package.
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  return createNextIntlPlugin({
    requestConfig: "./lib/server/i18n/request.ts",
    // The browser gets messages that were parsed by the build, and no parser.
    experimental: { messages: { path: "./messages", locales: "infer", format: "json", precompile: true } },
  })(config);
};
