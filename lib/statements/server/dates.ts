import type { VerificationList } from "#lib/core/contract/verifications/verification.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { TIME_ZONE_OF_POLICY } from "#lib/platform/server/db/time-zone.ts";
import { statesOf, type WorstDocument, worstDocuments } from "#lib/statements/contract/documents.ts";
import { dueCauses, mergedCauses } from "#lib/statements/contract/due.ts";
import type { DatesPolicy } from "#lib/statements/contract/policy-input.ts";
import type { CheckedRelation, DatedDocument, DocumentState, Relation } from "#lib/statements/contract/statement.ts";

type FileDates = Parameters<typeof dueCauses>[0] & { relation: CheckedRelation | null };

/** The states that lists filter by. */
const STORED_STATES = ["expired", "too_old", "expires_soon", "unknown"] as const satisfies DocumentState[];

const COLUMNS = [
  ...STORED_STATES,
  ...["relation_since", "relation_until", "checked_at", "next_check_on", "unchecked_since"],
  ...["causes", "due_from", "due_on", "backlog", "worst"],
];

const WRITE = `
  INSERT INTO file_dates AS dates (verification_id, ${COLUMNS.join(", ")})
  SELECT $1, ${COLUMNS.join(", ")} FROM jsonb_populate_record(NULL::file_dates, $2)
  ON CONFLICT (verification_id) DO UPDATE SET (${COLUMNS.join(", ")}) = ROW (EXCLUDED.${COLUMNS.join(", EXCLUDED.")})
  WHERE dates IS DISTINCT FROM EXCLUDED`;

const DELETE = "DELETE FROM file_dates WHERE verification_id = $1";

/** Stores the days of a file, in the transaction that holds its review. Returns whether they changed. */
export async function writeFileDates(tx: Client, file: FileDates, policy: DatesPolicy): Promise<boolean> {
  const { verification_id, documents, relation, accepted, review_on } = file;
  if (documents.length === 0 && relation === null && !(accepted && review_on))
    return Boolean((await tx.query(DELETE, [verification_id])).rowCount);
  const causes = dueCauses(file, policy);
  const [first] = causes;
  const row = {
    ...rangesOf(documents, policy),
    relation_since: relation?.since ?? null,
    relation_until: relation?.until ?? null,
    checked_at: relation?.checked_at ?? null,
    next_check_on: relation?.next_check_on ?? null,
    unchecked_since: relation?.unchecked_since ?? null,
    causes: mergedCauses(causes),
    due_from: causes.map(({ from_on }) => from_on).toSorted()[0] ?? null,
    due_on: first?.due_on ?? null,
    backlog: first !== undefined && causes.every(({ backlog }) => backlog),
    worst: worstDocuments(documents, policy.documents),
  };
  return Boolean((await tx.query(WRITE, [verification_id, canonicalJson(row)])).rowCount);
}

/** The days of each state over all documents, as texts of multiranges. */
function rangesOf(documents: readonly DatedDocument[], policy: DatesPolicy): Record<string, string> {
  const ranges = new Map<DocumentState, string[]>();
  for (const document of documents) {
    const kind = policy.documents.find(({ key }) => key === document.document_kind);
    const states = kind ? statesOf(document, kind) : [];
    for (const [index, { from, state }] of states.entries()) {
      const own = ranges.get(state) ?? [];
      ranges.set(state, [...own, `[${from ?? ""},${states[index + 1]?.from ?? ""})`]);
    }
  }
  return Object.fromEntries(STORED_STATES.map((state) => [state, `{${(ranges.get(state) ?? []).join(",")}}`]));
}

const LIST = `
  SELECT verification_id, causes, worst, to_char(today, 'YYYY-MM-DD') AS today, COALESCE(due_from <= today, false) AS due,
    COALESCE(due_on < today AND NOT backlog, false) AS overdue,
    CASE WHEN relation_since IS NOT NULL THEN jsonb_build_object('since', relation_since, 'until', relation_until) END AS relation,
    checked_at, to_char(next_check_on, 'YYYY-MM-DD') AS next_check_on
  FROM file_dates, (SELECT (now() AT TIME ZONE ${TIME_ZONE_OF_POLICY})::date AS today) AS clock
  WHERE verification_id = ANY ($1)`;

type ListedDates = NonNullable<VerificationList["items"][number]["dates"]>;
type ListedRow = Pick<ListedDates, "causes" | "due" | "overdue"> &
  Pick<Relation, "checked_at" | "next_check_on"> & {
    verification_id: string;
    relation: Pick<Relation, "since" | "until"> | null;
    worst: WorstDocument[];
    today: string;
  };

/** The dates of these files as lists show them. */
export async function readListedDates(client: Client, ids: readonly string[]): Promise<Map<string, ListedDates>> {
  const { rows } = await client.query<ListedRow>(LIST, [ids]);
  return new Map(
    rows.map(({ verification_id, causes, due, overdue, relation, checked_at, next_check_on, worst, today }) => {
      const { from: _, ...document } = worst.findLast(({ from }) => from === null || from <= today) ?? { from: null };
      return [
        verification_id,
        {
          ...{ causes, due, overdue, relation: relation && { ...relation, checked_at, next_check_on } },
          worst: "state" in document ? document : null,
        },
      ];
    }),
  );
}
