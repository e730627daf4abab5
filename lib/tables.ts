import { access } from "#lib/access/server/module.ts";
import { core } from "#lib/core/server/module.ts";
import { desk } from "#lib/desk/server/module.ts";
import { edge } from "#lib/edge/server/module.ts";
import { insights } from "#lib/insights/server/module.ts";
import { outbound } from "#lib/outbound/server/module.ts";
import type { StoredByModule, TableOfFile } from "#lib/platform/server/stored.ts";
import { records } from "./records/server/module.ts";
import { statements as stated } from "./statements/server/module.ts";

const MODULES: readonly StoredByModule[] = [core, stated, access, desk, insights, outbound, records, edge];

const entries = MODULES.flatMap(({ tables = {} }) => Object.entries(tables));

/** The tables of files, in the order of their deletion: a restore, an erasure and a blocking lock them alike. */
export const TABLES: ReadonlyMap<string, TableOfFile> = new Map([
  ...entries.filter(([, { derived }]) => derived),
  ...entries.filter(([, { derived }]) => !derived),
]);

export const DERIVED_TABLES = [...TABLES].filter(([, { derived }]) => derived).map(([table]) => table);

/** Tables of other modules that a rebuild of the projections empties. */
export const REBUILT_TABLES = MODULES.flatMap(({ rebuilt = [] }) => rebuilt);

/** The statements of all modules. */
export const statements = (when: "whenBlocked" | "whenRestored" | "whenReviewed"): string[] =>
  MODULES.flatMap((module) => module[when] ?? []);
