import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const APP = "app";

/** The values of path parameters, by their names. */
export type Ids = Record<string, string>;

/** A page or handler as it lies on the disk: its address with parameters in brackets, and what it serves. */
export type OnDisk = { pattern: string; parameters: string[]; methods: string[] };

/** Every file of this name below `app`, as the address that it serves: folders in parentheses are not part of it. */
function addressesOf(name: string): { pattern: string; file: string }[] {
  return readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((path) => path === name || path.endsWith(`/${name}`))
    .map((path) => {
      const folders = path.split("/").slice(0, -1);
      return { file: join(APP, path), pattern: `/${folders.filter((folder) => !folder.startsWith("(")).join("/")}` };
    })
    .sort((one, other) => (one.pattern < other.pattern ? -1 : 1));
}

const parametersOf = (pattern: string): string[] =>
  [...pattern.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name]) => name ?? "");

export const handlersOnDisk = (): OnDisk[] =>
  addressesOf("route.ts").map(({ pattern, file }) => ({
    pattern,
    parameters: parametersOf(pattern),
    methods: [...readFileSync(file, "utf8").matchAll(/^export const (GET|HEAD|POST|PUT|PATCH|DELETE)\b/gm)].map(
      ([, method]) => method ?? "",
    ),
  }));

export const pagesOnDisk = (): OnDisk[] =>
  addressesOf("page.tsx").map(({ pattern }) => ({ pattern, parameters: parametersOf(pattern), methods: ["GET"] }));

/** Its address with these ids; `other` where none is given. */
export const addressOf = ({ pattern }: Pick<OnDisk, "pattern">, ids: Ids, other = "nothing-of-this-name"): string =>
  pattern.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => ids[name] ?? other);
