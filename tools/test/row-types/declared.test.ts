import { API } from "typescript/unstable/sync";
import { expect, test } from "vitest";
import type { DeclaredColumn } from "./compare.ts";
import { declarationsOf } from "./declared.ts";
import { ROOT } from "./product.ts";

const SOURCE = `
import pg from "pg";
const pool = new pg.Pool();
type State = "on" | "off";
type Row = { id: number; state: State | null; at: Date; tags: (string | null)[]; body: Buffer; more?: { a: 1 } };
export const one = async () => (await pool.query<Omit<Row, "more">>("")).rows;
export const either = () => pool.query<Pick<Row, "more"> & ({ kind: "a"; size: number } | { kind: "b" })>("");
const rowsOf = <R extends pg.QueryResultRow>(text: string) => pool.query<R>(text).then(({ rows }) => rows);
export const generic = () => rowsOf<{ held: boolean }>("");
export const unused = async () => (await pool.query("")).rowCount;
export const used = async () => (await pool.query("")).rows;
export const handed = async () => JSON.stringify(await pool.query(""));
`;

function written({ name, kinds, nullable, optional, literals }: DeclaredColumn): string {
  const values = literals ? `, of ${literals.toSorted().join(", ")}` : "";
  return `${name}${optional ? "?" : ""}: ${kinds.toSorted().join(" | ")}${nullable ? " | null" : ""}${values}`;
}

test("reads the declared types of rows, and names rows without a declared type", () => {
  const files = new Map([
    [`${ROOT}imagined/tsconfig.json`, `{ "extends": "../tsconfig.json", "include": [], "files": ["some.ts"] }`],
    [`${ROOT}imagined/some.ts`, SOURCE],
  ]);
  const api = new API({
    cwd: ROOT,
    fs: { readFile: (name) => files.get(name), fileExists: (name) => files.has(name) || undefined },
  });
  const [project] = api.updateSnapshot({ openProject: `${ROOT}imagined/tsconfig.json` }).getProjects();
  const found = project && declarationsOf(project, ROOT, (path) => path.startsWith("imagined/"));
  api.close();
  const shown = found?.declared.map(({ site, caller, columns }) => [caller ?? site, ...columns.map(written)]);
  expect(shown).toEqual([
    [
      "imagined/some.ts:6",
      "id: number",
      "state: string | null, of off, on",
      "at: Date",
      "tags: null[] | string[]",
      "body: Buffer",
    ],
    ["imagined/some.ts:7", "more?: object", "kind: string, of a, b", "size: number | null"],
    ["imagined/some.ts:9", "held: boolean"],
  ]);
  expect(found?.faults).toEqual([
    { site: "imagined/some.ts:11", fault: "uses rows whose type is not declared" },
    { site: "imagined/some.ts:12", fault: "passes on rows whose type is not declared" },
  ]);
});
