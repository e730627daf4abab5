import { addMonths, dayAfter, type Instant } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import { lastDayOfAge, warnedFrom } from "./documents.ts";
import type { DatesPolicy, DocumentKind, YearlyCheck } from "./policy-input.ts";
import type { CheckedRelation, DatedDocument, DueCause, Relation, Statement } from "./statement.ts";

type Check = Extract<Statement, { kind: "yearly_check" }>;

/** The day on which a check was made, in the zone. */
const checkedAt = ({ checked_on, stated_at }: Check, timeZone: string): string =>
  checked_on === undefined ? stated_at : startOfDay(checked_on, timeZone);

/**
 * The relationship by the newest statements; null without one. The next check is a number of months after the last one,
 * else after the acceptance, else after the beginning.
 */
export function relationOf(
  statements: readonly Statement[],
  { yearly_check }: Pick<DatesPolicy, "yearly_check">,
  accepted_at: string | null,
  timeZone: string,
): CheckedRelation | null {
  const stated = newestRelation(statements);
  if (!stated) return null;
  const checked_at = lastCheckOf(statements, timeZone);
  const from = checked_at ?? accepted_at;
  const last = from === null ? stated.since : dateIn(from, timeZone);
  const until = stated.until ?? null;
  return {
    since: stated.since,
    until,
    checked_at,
    unchecked_since: until === null ? last : null,
    next_check_on: yearly_check && until === null ? addMonths(last, yearly_check.months) : null,
  };
}

/** The newest statement about the relationship; null without one. */
export const newestRelation = (statements: readonly Statement[]) =>
  newestOf(statements, (one) => (one.kind === "relation" ? one : null));

/** When the newest check that sets the next day was made; null without one. */
export function lastCheckOf(statements: readonly Statement[], timeZone: string): Instant | null {
  const check = newestOf(statements, (one) => (one.kind === "yearly_check" && counts(one) ? one : null));
  return check && checkedAt(check, timeZone);
}

/** A check that waits for the customer, or that ended the relationship, sets no next day. */
const counts = ({ outcome }: Check): boolean => outcome === "complete" || outcome === "exceptions";

const newestOf = <One extends Statement>(
  statements: readonly Statement[],
  pick: (statement: Statement) => One | null,
): One | null =>
  statements
    .map(pick)
    .filter((one) => one !== null)
    .toSorted((a, b) => b.statement_id - a.statement_id)[0] ?? null;

type DatedFile = {
  verification_id: string;
  documents: readonly DatedDocument[];
  relation: Relation | null;
  /** Whether the standing decision accepted the file. */
  accepted: boolean;
  /** The day of the periodic review that the decision sets. */
  review_on: string | null;
};

/**
 * What brings a file to the lane of due dates, the earliest first: documents whose dates count always, and the next check.
 * Only a customer's file has causes: in a relationship, or accepted where nobody stated one. Days depend on statements,
 * facts, decision and policy, never on a clock. The day of a periodic review is among them; its review returns as before.
 */
export function dueCauses(
  { verification_id, documents, relation, accepted, review_on }: DatedFile,
  policy: DatesPolicy,
): DueCause[] {
  if (relation ? relation.until !== null : !accepted) return [];
  const causes: DueCause[] = [];
  for (const document of documents) {
    const kind = policy.documents.find(({ key }) => key === document.document_kind);
    const days = kind?.counts === "always" ? documentDue(document, kind) : null;
    if (!kind || !days) continue;
    const { key: document_kind, en, es } = kind;
    const about = { document_kind, name: { en, es }, people_id: document.people_id };
    causes.push({ cause: "document", ...about, ...begun(days, kind, verification_id) });
  }
  if (relation?.next_check_on && policy.yearly_check) {
    const due_on = relation.next_check_on;
    const from_on = dayAfter(due_on, -spread(verification_id, policy.yearly_check.ahead_days + 1));
    causes.push({ cause: "check", ...OF_FILE, ...begun({ due_on, from_on }, policy.yearly_check, verification_id) });
  }
  if (accepted && review_on !== null) {
    causes.push({ cause: "periodic", ...OF_FILE, due_on: review_on, from_on: review_on, backlog: false });
  }
  return causes.toSorted((a, b) => (a.due_on < b.due_on ? -1 : a.due_on > b.due_on ? 1 : 0));
}

const OF_FILE = { document_kind: null, name: null, people_id: null } as const;

type DueDays = Pick<DueCause, "due_on" | "from_on">;

/** The first of the two last days of a document, and from when it is in the lane. */
function documentDue(document: DatedDocument, kind: DocumentKind): DueDays | null {
  const oldest = lastDayOfAge(document, kind);
  const ends = [document.expires_on, oldest].filter((day) => day !== null).toSorted();
  const [due_on] = ends;
  if (due_on === undefined) return null;
  const warned = warnedFrom(document, kind);
  const over = dayAfter(due_on);
  return { due_on, from_on: warned !== null && warned < over ? warned : over };
}

/** Moves what was late when the rule began into the weeks of its backlog, each file to its own day. */
function begun(
  { due_on, from_on }: DueDays,
  { first_day, backlog_weeks = 0 }: Pick<YearlyCheck, "first_day" | "backlog_weeks">,
  verification_id: string,
): DueDays & Pick<DueCause, "backlog"> {
  if (first_day === undefined || due_on >= first_day) {
    return { due_on, from_on: first_day !== undefined && from_on < first_day ? first_day : from_on, backlog: false };
  }
  const day = dayAfter(first_day, spread(verification_id, Math.max(1, backlog_weeks * 7)));
  return { due_on: day, from_on: day, backlog: true };
}

/** A number below `places` that stays the same for a file, evenly spread over files (FNV-1a). */
function spread(verification_id: string, places: number): number {
  let hash = 0x811c9dc5;
  for (const character of verification_id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % places;
}

/** Causes so near to the first one are dealt with together. */
const MERGED_DAYS = 30;

/** The causes that an officer deals with at once: those due within thirty days after the first. */
export const mergedCauses = (causes: readonly DueCause[]): DueCause[] => {
  const [first] = causes;
  return first ? causes.filter(({ due_on }) => due_on <= dayAfter(first.due_on, MERGED_DAYS)) : [];
};
