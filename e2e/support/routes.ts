import { readFileSync } from "node:fs";
import { filesNamed, patternOf } from "#tools/test/routes-on-disk.ts";

/** The values of path parameters, by their names. */
export type Ids = Record<string, string>;

/** A page or handler on disk: its address with parameters in brackets, and its methods. */
export type DiskRoute = { file: string; pattern: string; parameters: string[]; methods: string[] };

const parametersOf = (pattern: string): string[] =>
  [...pattern.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name]) => name ?? "");

const onDisk = (name: string, methodsOf: (file: string) => string[]): DiskRoute[] =>
  filesNamed(name, "app").map((file) => {
    const pattern = patternOf(file);
    return { file, pattern, parameters: parametersOf(pattern), methods: methodsOf(file) };
  });

export const handlersOnDisk = (): DiskRoute[] =>
  onDisk("route.ts", (file) =>
    [...readFileSync(file, "utf8").matchAll(/\bas (GET|HEAD|POST|PUT|PATCH|DELETE)\b/g)].map(
      ([, method]) => method ?? "",
    ),
  );

export const pagesOnDisk = (): DiskRoute[] => onDisk("page.tsx", () => ["GET"]);

/** Its address with these ids; `other` replaces missing ids. */
export const addressOf = ({ pattern }: Pick<DiskRoute, "pattern">, ids: Ids, other = "nothing-of-this-name"): string =>
  pattern.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => ids[name] ?? other);
