import { setRelationEnd } from "#lib/desk/server/custody/relation-end.ts";
import { prepareFacts } from "#lib/desk/server/review/facts.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { type Author, readStatements } from "#lib/statements/server/table.ts";
import { stateIn } from "./state.ts";

/** Sets the end of a relation for the retention, and states it where a beginning is stated (`setRelationEnd`). */
export async function endRelation(
  input: { verification_id: string; ended_on: string | null },
  author: Author,
  connection: Pooled = database(),
) {
  await prepareFacts(connection);
  return setRelationEnd(input, connection, async (tx) => {
    const { verification_id, ended_on: until } = input;
    const stated = (await readStatements(tx, verification_id)).find(({ kind }) => kind === "relation");
    if (stated?.kind !== "relation" || (stated.until ?? null) === until) return;
    await stateIn(tx, verification_id, { kind: "relation", since: stated.since, until }, author);
  });
}
