// @ts-check
import { basename } from "node:path";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** Set by the process that builds or serves a build (`lib/dashboard/build.ts`); hot reload and the type generator have none. */
const folder = process.env.COTEJO_BUILD;

/**
 * In JavaScript, since Next loads its compiler to read TypeScript, even if it only serves a build.
 * @type {import("next").NextConfig}
 */
const config = {
  // Pages and answers contain the name of the build, so that a tab of another build reloads at its next navigation.
  ...(folder && { distDir: folder, deploymentId: basename(folder) }),
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  experimental: {
    // The buffer of a body before its handler. Handlers that take more than 64 KiB are excluded in proxy.ts.
    proxyClientMaxBodySize: "128kb",
    // Useless for a folder that is built only once.
    turbopackFileSystemCacheForBuild: false,
  },
  // Types are checked once by `npm run typecheck`, not again by each build.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["pg", "pino", "prom-client"],
};

/** @param {string} phase */
export default async (phase) => {
  // Only a build needs the plugin and its compilers, which a package lacks.
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  return createNextIntlPlugin({
    requestConfig: "./lib/server/i18n/request.ts",
    // The build parses the messages, so that the browser needs no parser.
    experimental: { messages: { path: "./messages", locales: "infer", format: "json", precompile: true } },
  })(config);
};
