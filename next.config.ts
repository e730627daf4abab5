import { basename } from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

/** From who builds or serves a build (`lib/dashboard/build.ts`); hot reload and the generator of types have none. */
const folder = process.env.COTEJO_BUILD;

const config: NextConfig = {
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

export default createNextIntlPlugin({
  requestConfig: "./lib/server/i18n/request.ts",
  // The browser gets messages that were parsed by the build, and no parser.
  experimental: { messages: { path: "./messages", locales: "infer", format: "json", precompile: true } },
})(config);
