import { basename } from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

/**
 * Set by the build (`lib/launch/build.ts`); hot reload and the type generator have none. This file is not read to serve a
 * build, which contains its configuration (`lib/dashboard/build.ts`).
 */
const folder = process.env.COTEJO_BUILD;

const config: NextConfig = {
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
    // Two thirds of a build's bytes: maps of the server's code, which no process reads.
    turbopackSourceMaps: false,
  },
  // Types are checked once by `npm run typecheck`, not again by each build.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: import.meta.dirname,
    resolveAlias: { "#lib/platform/server/i18n/worker-messages.ts": "./lib/platform/server/i18n/messages.ts" },
  },
  serverExternalPackages: ["pg", "pino", "prom-client"],
};

export default createNextIntlPlugin({
  requestConfig: "./lib/platform/server/i18n/request.ts",
  // The build parses the messages, so that the browser needs no parser.
  experimental: { messages: { path: "./messages", locales: "infer", format: "json", precompile: true } },
})(config);
