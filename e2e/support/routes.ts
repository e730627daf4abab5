import { readFileSync } from "node:fs";
import { sep } from "node:path";
import { filesNamed } from "#test/routes-on-disk.ts";

/** The values of path parameters, by their names. */
export type Ids = Record<string, string>;

/** A page or handler on disk: its address with parameters in brackets, and its methods. */
export type OnDisk = { file: string; pattern: string; parameters: string[]; methods: string[] };

/** Every file of this name below `app`, as its address: folders in parentheses are not part of it. */
const addressesOf = (name: string): { pattern: string; file: string }[] =>
  filesNamed(name, "app").map((file) => {
    const folders = file.split(sep).slice(1, -1);
    return { file, pattern: `/${folders.filter((folder) => !folder.startsWith("(")).join("/")}` };
  });

const parametersOf = (pattern: string): string[] =>
  [...pattern.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name]) => name ?? "");

export const handlersOnDisk = (): OnDisk[] =>
  addressesOf("route.ts").map(({ pattern, file }) => ({
    file,
    pattern,
    parameters: parametersOf(pattern),
    methods: [...readFileSync(file, "utf8").matchAll(/^export const (GET|HEAD|POST|PUT|PATCH|DELETE)\b/gm)].map(
      ([, method]) => method ?? "",
    ),
  }));

export const pagesOnDisk = (): OnDisk[] =>
  addressesOf("page.tsx").map(({ file, pattern }) => ({
    file,
    pattern,
    parameters: parametersOf(pattern),
    methods: ["GET"],
  }));

/** Its address with these ids; `other` where none is given. */
export const addressOf = ({ pattern }: Pick<OnDisk, "pattern">, ids: Ids, other = "nothing-of-this-name"): string =>
  pattern.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => ids[name] ?? other);
