import { access } from "./access.ts";
import { core } from "./core.ts";
import { desk } from "./desk.ts";
import { edge } from "./edge.ts";
import { insights } from "./insights.ts";
import type { StoredByModule, TableOfFile } from "./module.ts";
import { outbound } from "./outbound.ts";
import { records } from "./records.ts";

const MODULES: readonly StoredByModule[] = [core, access, desk, insights, outbound, records, edge];

const entries = MODULES.flatMap(({ tables = {} }) => Object.entries(tables));

/** The tables of files, in the order of their deletion: a restore, an erasure and a blocking lock them alike. */
export const TABLES: ReadonlyMap<string, TableOfFile> = new Map([
  ...entries.filter(([, { derived }]) => derived),
  ...entries.filter(([, { derived }]) => !derived),
]);

export const DERIVED_TABLES = [...TABLES].filter(([, { derived }]) => derived).map(([table]) => table);

/** The statements of all modules. */
export const statements = (when: "whenBlocked" | "whenRestored"): string[] =>
  MODULES.flatMap((module) => module[when] ?? []);
