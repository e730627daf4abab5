import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const IMPORT = /\b(?:from|import|import\()\s*"((?:#|\.{1,2}\/)[^"]+\.tsx?)"/g;

/** Paths of our modules that a module imports, type-only imports included. `file` and the result are below the project. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)].map(([, specifier = ""]) =>
    specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(file), specifier)),
  );

/** A file in quotation marks: an import, or the module of a process or worker that is started. */
const FILE = /"([#\w.][^"\n]*\.(?:tsx?|json)|@\/[^"\n]+)"/g;
const loads = new Map<string, string[]>();

/** Files of the project that a module imports or names in a text. */
function loadsOf(file: string): string[] {
  const known = loads.get(file);
  if (known) return known;
  const folder = dirname(file);
  const found = [...readFileSync(join(ROOT, file), "utf8").matchAll(FILE)]
    .flatMap(([, name = ""]) => {
      if (name.startsWith("@/")) return [`${name.slice(2)}.tsx`, `${name.slice(2)}.ts`];
      return name.startsWith("#") ? [name.slice(1)] : [normalize(join(folder, name)), name];
    })
    .filter((name) => existsSync(join(ROOT, name)));
  loads.set(file, found);
  return found;
}

/** The files and all that they load, also by others. */
export function closureOf(files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) if (!file.endsWith(".json")) for (const loaded of loadsOf(file)) found.add(loaded);
  return found;
}
