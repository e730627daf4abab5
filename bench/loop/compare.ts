import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decisionIdOf } from "#lib/contract/review/decision-events.ts";
import { readHistory } from "#lib/contract/review/decision-history.ts";
import { readLogs } from "#lib/server/decisions/read-log.ts";
import type { Loop } from "./installation.ts";

type Decision = { verification_id: string; decision_id: string; sequence: number };

const readAll = <T>(folder: string): T[] =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as T);

/** The actions of the consumer, as names of their files. */
export const actedOn = ({ folder }: Loop): string[] => readdirSync(join(folder, "acted"));

/** Compares the consumer's state with the log. */
export async function compare(loop: Loop, ids: readonly string[]) {
  const heard = readAll<{ data: Decision }>(join(loop.folder, "events")).map(({ data }) => data);
  const kept = new Map(heard.map(({ verification_id, sequence }) => [verification_id, sequence]));
  const actions = readAll<Decision>(join(loop.folder, "acted"));
  const acted = new Set(actions.map(({ decision_id }) => decision_id));
  const twice = actions.length - new Set(actions.map(({ verification_id }) => verification_id)).size;
  const logs = await readLogs(loop.database.pool, ids);
  let [missing, wrong, repeated] = [0, 0, 0];
  for (const id of ids) {
    const log = logs.get(id) ?? [];
    const { events } = readHistory(log);
    const last = events.at(-1);
    if (!last || kept.get(id) !== last.sequence) missing += 1;
    const isValid = last?.kind === "review.decided" || last?.kind === "review.approved";
    if (last && isValid && !acted.has(decisionIdOf({ ...last.decision, at: last.decision.decided_at }))) wrong += 1;
    if (log.filter(({ kind }) => kind === "decided").length !== 1) repeated += 1;
  }
  return { missing, wrong, twice, repeated, acted: acted.size };
}
