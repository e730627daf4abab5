import type { QueryClient } from "@tanstack/react-query";
import {
  type Cover,
  covered,
  coverOf,
  type HiddenFacts,
  hiddenFactsIn,
} from "#lib/core/contract/need-to-know/cover.ts";
import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import type { CoveredClient } from "#lib/platform/browser/query-client.ts";
import { isRecord } from "#lib/platform/contract/answer.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Client, database } from "#lib/platform/server/db/database.ts";
import type { Cell } from "#lib/platform/server/tables/table.ts";
import { ruleFor } from "./policy.ts";

const ANSWERS = `
  SELECT touched.verification_id, bodies.body FROM unnest($1::text[]) AS touched(verification_id)
  CROSS JOIN LATERAL newest_reading(touched.verification_id, 'people') AS newest
  JOIN snapshot_bodies AS bodies ON bodies.hash = newest.body_hash`;

/** The covers of texts about these files; a file whose people were not read has no facts. */
async function coversOf(rule: RoleRule, ids: ReadonlySet<string>, client: Client) {
  const { rows } = await client.query<{ verification_id: string; body: string }>(ANSWERS, [[...ids]]);
  const facts = new Map<string, HiddenFacts>([...ids].map((id) => [id, { curps: [], dates: [] }]));
  for (const { verification_id, body } of rows) facts.set(verification_id, hiddenFactsIn(parseJson(body)));
  const all = [...facts.values()];
  return {
    covers: new Map([...facts].map(([id, known]) => [id, coverOf(rule, known)])),
    whole: coverOf(rule, { curps: all.flatMap(({ curps }) => curps), dates: all.flatMap(({ dates }) => dates) }),
  };
}

/** Adds the ids of all files that a value names. */
function collectIds(value: unknown, ids: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collectIds(one, ids);
  if (!isRecord(value)) return;
  if (typeof value.verification_id === "string") ids.add(value.verification_id);
  for (const one of Object.values(value)) collectIds(one, ids);
}

/** The rule of a role that hides data; null for a role that is shown everything. */
async function hidingRule(role: Role | null, client?: Client): Promise<RoleRule | null> {
  const rule = role && (await ruleFor(role, client));
  return rule && (rule.curp !== "whole" || !rule.birth_date) ? rule : null;
}

/**
 * An answer as the reader's role may see it: in every text of a file the identifiers and dates of its people are covered,
 * and elsewhere every text in their shape (docs/decisions/0036). Data passes here when it leaves for a reader: in `route()`,
 * in pages, exports, streams and packages. `about` is a file that the whole answer is about.
 */
export async function coveredFor<Answer>(
  role: Role | null,
  answer: Answer,
  about?: string,
  client: Client = database().pool,
): Promise<Answer> {
  const rule = await hidingRule(role, client);
  return rule ? coveredBy(rule, answer, about, client) : answer;
}

/** `coveredFor` by a rule. */
export async function coveredBy<Answer>(
  rule: RoleRule,
  answer: Answer,
  about?: string,
  client: Client = database().pool,
): Promise<Answer> {
  const ids = new Set<string>(about === undefined ? [] : [about]);
  collectIds(answer, ids);
  const { covers, whole } = await coversOf(rule, ids, client);
  const within = (record: object): Cover | undefined =>
    "verification_id" in record && typeof record.verification_id === "string"
      ? covers.get(record.verification_id)
      : undefined;
  return covered(answer, whole, within) as Answer;
}

/** `coveredFor` for the result of a handler: data, or a JSON answer. Files and streams are covered where they are made. */
export async function coveredResult(role: Role, result: unknown, about?: string): Promise<unknown> {
  if (!(result instanceof Response)) return coveredFor(role, result, about);
  const isJson = result.headers.get("content-type")?.startsWith("application/json");
  if (!isJson || !result.body || !(await hidingRule(role))) return result;
  const answer = await coveredFor(role, parseJson(await result.text()), about);
  return new Response(JSON.stringify(answer), { status: result.status, headers: result.headers });
}

/** `coveredFor` for the data that a page renders with. */
export async function coverPage(role: Role, client: QueryClient): Promise<CoveredClient> {
  const queries = client.getQueryCache().getAll();
  const shown = await coveredFor(
    role,
    queries.map(({ state }) => state.data),
  );
  for (const [at, query] of queries.entries()) if (query.state.data !== undefined) query.setData(shown[at]);
  return client as CoveredClient;
}

/** `coveredFor` for rows of a table, each about the file at its place in `ids`. */
export async function coveredRows<Cells extends readonly Cell[]>(
  role: Role | null,
  ids: readonly string[],
  rows: readonly Cells[],
  client?: Client,
): Promise<Cells[]> {
  const named = rows.map((cells, at) => ({ verification_id: ids[at], cells }));
  return (await coveredFor(role, named, undefined, client)).map(({ cells }) => cells);
}
