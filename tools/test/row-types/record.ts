import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect } from "vitest";
import type { Kind, RecordedColumn, RecordedForm, Recording } from "./compare.ts";
import { isProduct, RECORDINGS, ROOT } from "./product.ts";

/**
 * Records the types and values that PostgreSQL returns for each statement that code of the product runs in the integration
 * tests, for `check.ts` beside this.
 */

/** A text of each type in statements, by its oid: the connection's own parser shows its value. */
const SAMPLES: Record<number, string> = {
  16: "t",
  17: "\\x00",
  20: "1",
  21: "1",
  23: "1",
  25: "text",
  700: "1.5",
  701: "1.5",
  1007: "{1}",
  1009: "{text}",
  1016: "{1}",
  1022: "{1.5}",
  1043: "text",
  1184: "2026-01-02 03:04:05.678901+00",
  1700: "1.5",
  2278: "",
  2950: "00000000-0000-4000-8000-000000000000",
  2951: "{00000000-0000-4000-8000-000000000000}",
};
const JSON_TYPES = [114, 3802];
/** Enough to show all values of a column with few values. */
const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 60;
/** The two frames of this file, the product's frames, and possible frames between them. */
const FRAMES = 12;

type Parsers = { getTypeParser(oid: number, format: "text"): (text: string) => unknown };
type Site = Pick<RecordedForm, "site" | "caller">;
type CollectedColumn = { name: string; type: Kind; seen: Set<Kind>; values: Set<string | number> };
type State = {
  testFiles: Set<string>;
  /** By their places in the running code: looking a place up in the source takes longer than the statement. */
  sites: Map<string, Site | null>;
  noted: Map<string, Site & { all: boolean; columns: CollectedColumn[] }>;
};

function kindsOf(value: unknown): Kind[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return value.length === 0 ? ["[]"] : value.flatMap(kindsOf).map((kind) => `${kind}[]`);
  if (value instanceof Date) return ["Date"];
  return [Buffer.isBuffer(value) ? "Buffer" : typeof value];
}

function typeOf(oid: number, parsers: Parsers): Kind {
  if (JSON_TYPES.includes(oid)) return "json";
  const sample = SAMPLES[oid];
  return sample === undefined ? `oid ${oid}` : (kindsOf(parsers.getTypeParser(oid, "text")(sample))[0] ?? "");
}

const IN_STACK = /\(?(?:file:\/\/)?([^\s():]+):(\d+):\d+\)?$/;

const pathOf = (file: string): string | null =>
  file.startsWith(ROOT) && isProduct(file.slice(ROOT.length)) ? file.slice(ROOT.length) : null;

/** The places of the call, and of the call of the enclosing function, in the running code; cheap to find. */
function placesOf(): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  let places = "";
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_, frames) => {
    const own = frames.filter((frame) => pathOf(frame.getFileName() ?? "") !== null).slice(0, 2);
    places = own.map((frame) => `${frame.getFileName()} ${frame.getPosition()}`).join();
  };
  new Error().stack;
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return places;
}

/** The place of a statement in code of the product; null for other code. */
function siteOf(sites: State["sites"]): Site | null {
  const places = placesOf();
  const known = places === "" ? null : sites.get(places);
  if (known !== undefined) return known;
  // Looking up lines of the source takes longer than most statements.
  const [site, caller = null] = (new Error().stack ?? "").split("\n").flatMap((line) => {
    const [, file = "", number] = IN_STACK.exec(line) ?? [];
    const path = pathOf(file);
    return path ? [`${path}:${number}`] : [];
  });
  const found = site ? { site, caller } : null;
  sites.set(places, found);
  return found;
}

const ALL_COLUMNS = /(\b(SELECT|RETURNING)\s+|\w\.)\*/i;

function note({ noted }: State, site: Site, text: string, parsers: Parsers, { fields, rows }: pg.QueryResult): void {
  let key = `${site.site} ${site.caller}`;
  for (const { name, dataTypeID } of fields) key += ` ${name} ${dataTypeID}`;
  let form = noted.get(key);
  if (!form) {
    const columns = fields.map(({ name, dataTypeID }): CollectedColumn => {
      return { name, type: typeOf(dataTypeID, parsers), seen: new Set(), values: new Set() };
    });
    form = { ...site, all: ALL_COLUMNS.test(text), columns };
    noted.set(key, form);
  }
  for (const { name, seen, values } of form.columns) {
    const keep = (value: unknown) => {
      const short = typeof value === "number" || (typeof value === "string" && value.length <= MAX_VALUE_LENGTH);
      if (short && values.size < MAX_VALUES) values.add(value);
    };
    for (const row of rows) {
      const value: unknown = row[name];
      for (const kind of kindsOf(value)) seen.add(kind);
      if (Array.isArray(value)) value.forEach(keep);
      else keep(value);
    }
  }
}

const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : (statement as pg.QueryConfig).text;

/** Wraps the promise form of `query`; `pg` uses the other form internally. */
function record(): State {
  const state: State = { testFiles: new Set(), sites: new Map(), noted: new Map() };
  const wrap = (prototype: { query: unknown }, parsersOf: (of: never) => Parsers) => {
    const query = prototype.query as (...args: unknown[]) => unknown;
    prototype.query = function (this: never, ...args: unknown[]) {
      const answer = query.apply(this, args);
      const site = answer instanceof Promise ? siteOf(state.sites) : null;
      if (!site) return answer;
      return (answer as Promise<pg.QueryResult>).then((result) => {
        // EXPLAIN returns a plan instead of the statement's rows.
        const described = result.fields?.length > 0 && result.command !== "EXPLAIN";
        if (described) note(state, site, textOf(args[0]), parsersOf(this), result);
        return result;
      });
    };
  };
  wrap(pg.Pool.prototype, (pool: pg.Pool) => (pool.options.types ?? pg.types) as Parsers);
  wrap(pg.Client.prototype, (client: pg.Client) => client as unknown as Parsers);
  return state;
}

// Test files share a process and its `pg`, which is wrapped once.
const shared = globalThis as { recordedStatements?: State };
shared.recordedStatements ??= record();
const state = shared.recordedStatements;

afterAll(() => {
  state.testFiles.add((expect.getState().testPath ?? "").slice(ROOT.length));
  const recorded = [...state.noted.values()].map(({ columns, ...site }): RecordedForm => {
    const asWritten = ({ seen, values, ...column }: CollectedColumn): RecordedColumn => ({
      ...column,
      seen: [...seen],
      values: [...values],
    });
    return { ...site, columns: columns.map(asWritten) };
  });
  const recording: Recording = { testFiles: [...state.testFiles], recorded };
  mkdirSync(RECORDINGS, { recursive: true });
  writeFileSync(join(RECORDINGS, `${process.pid}.json`), JSON.stringify(recording));
});
