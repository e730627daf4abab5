import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // What is held of a body before a handler sees it. Those that take more than 64 KiB stand outside of proxy.ts.
  experimental: { proxyClientMaxBodySize: "128kb" },
  // Types are checked by `npm run typecheck`, once, not again by each build.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["pg", "pino"],
};

export default createNextIntlPlugin({
  requestConfig: "./lib/server/i18n/request.ts",
  // The browser gets messages that were parsed by the build, and no parser.
  experimental: { messages: { path: "./messages", locales: "infer", format: "json", precompile: true } },
})(config);
