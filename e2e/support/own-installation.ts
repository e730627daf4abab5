import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Paths of the specs that start an installation of their own, which each of them says itself. */
export const filesWithOwnInstallation = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".spec.ts"))
    .map((name) => join(folder, name))
    .filter((path) => /home: "own"|support\/first-day\.ts/.test(readFileSync(path, "utf8")));
