import { join } from "node:path";
import type { NextConfig } from "next";

/** The dashboard's configuration, with a build folder beside this file. */
const config: NextConfig = {
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  // The project's root: the handler imports the receiver's own modules.
  turbopack: { root: join(import.meta.dirname, "../../../..") },
  serverExternalPackages: ["pg", "pino"],
};

export default config;
