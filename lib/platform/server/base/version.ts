import manifest from "#package.json" with { type: "json" };

/** By `source-version.ts`, if the launcher started this process. Next's bundle has the manifest of its build. */
export const VERSION: string = process.env.COTEJO_VERSION || manifest.version;
