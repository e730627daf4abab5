import { addMonths, dayAfter, type Instant } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import type { DocumentKind } from "./policy-input.ts";
import { type DatedDocument, DOCUMENT_STATES, type DocumentState, type Statement } from "./statement.ts";

/** The facts of a file that its dates rest on. */
export type DatedFile = {
  items: readonly { item_id: number; item_type: string | null; completed_at: Instant | null }[];
  /** Null where the people were never read and no event named one. */
  people: readonly { people_id: number | null }[] | null;
};

type Dates = Extract<Statement, { kind: "document_dates" }>;

/** The subject of a statement: of equal subjects the newest statement counts. */
export const subjectOf = (
  statement: Pick<Statement, "kind"> & Partial<Pick<Dates, "document_kind" | "people_id">>,
): string =>
  statement.kind === "document_dates"
    ? `${statement.document_kind}${statement.people_id === undefined ? "" : `/${statement.people_id}`}`
    : statement.kind;

/** The newest statement about each document, by its subject. */
export function newestDates(statements: readonly Statement[]): Map<string, Dates> {
  const newest = new Map<string, Dates>();
  for (const statement of statements) {
    if (statement.kind !== "document_dates") continue;
    const subject = subjectOf(statement);
    if ((newest.get(subject)?.statement_id ?? 0) < statement.statement_id) newest.set(subject, statement);
  }
  return newest;
}

/**
 * The documents that the policy names, in its order: one for the file, or one for each of its people, with what the newest
 * statement says. A document without a statement has no dates. `statements` are of the file, in any order.
 */
export function documentsOf(
  kinds: readonly DocumentKind[],
  statements: readonly Statement[],
  file: DatedFile,
  timeZone: string,
): DatedDocument[] {
  const newest = newestDates(statements);
  const bound = new Set([...newest.values()].map(({ item_id }) => item_id));
  return kinds.flatMap(({ key, per }) => {
    const people = per === "file" ? [null] : peopleOf(key, newest, file);
    return people.map((people_id) => {
      const subject = subjectOf({ kind: "document_dates", document_kind: key, people_id: people_id ?? undefined });
      return documentOf({ document_kind: key, people_id }, newest.get(subject), file, bound, timeZone);
    });
  });
}

/** The people of the file, and those who have a statement and are no longer among them. */
function peopleOf(key: string, newest: ReadonlyMap<string, Dates>, { people }: DatedFile): (number | null)[] {
  const stated = [...newest.values()].flatMap(({ document_kind, people_id }) =>
    document_kind === key && people_id !== undefined ? [people_id] : [],
  );
  // Unread people are an unknown document, not none.
  const known = people === null && stated.length === 0 ? [null] : (people ?? []).map(({ people_id }) => people_id);
  return [...new Set([...known, ...stated])].toSorted((a, b) => (a ?? -1) - (b ?? -1));
}

function documentOf(
  subject: Pick<DatedDocument, "document_kind" | "people_id">,
  stated: Dates | undefined,
  { items }: DatedFile,
  bound: ReadonlySet<number | undefined>,
  timeZone: string,
): DatedDocument {
  const item = items.find(({ item_id }) => item_id === stated?.item_id);
  const arrived_on = item?.completed_at ? dateIn(item.completed_at, timeZone) : null;
  return {
    ...subject,
    item_id: stated?.item_id ?? null,
    issued_on: stated?.issued_on ?? null,
    expires_on: stated?.expires_on ?? null,
    no_expiry: stated?.no_expiry ?? false,
    seen_on: stated?.seen_on ?? null,
    issued_by: [arrived_on, stated?.seen_on ?? null].filter((day) => day !== null).toSorted()[0] ?? null,
    newer_item: item ? newerItem(item, items, bound, stated?.not_replaced_by ?? []) : null,
    statement: stated
      ? {
          statement_id: stated.statement_id,
          stated_at: stated.stated_at,
          user_name: stated.user_name,
          source: stated.source,
        }
      : null,
  };
}

/** The newest completed item of the same known type that no statement names. */
function newerItem(
  item: DatedFile["items"][number],
  items: DatedFile["items"],
  bound: ReadonlySet<number | undefined>,
  not: readonly number[],
): number | null {
  const newer = items.filter(
    ({ item_id, item_type, completed_at }) =>
      item_type !== null &&
      item_type === item.item_type &&
      (completed_at ?? "") > (item.completed_at ?? "") &&
      !bound.has(item_id) &&
      !not.includes(item_id),
  );
  return newer.toSorted((a, b) => ((a.completed_at ?? "") < (b.completed_at ?? "") ? 1 : -1))[0]?.item_id ?? null;
}

type Limits = Pick<DocumentKind, "max_age_months" | "warn_days">;
type Days = Pick<DatedDocument, "issued_on" | "expires_on" | "no_expiry" | "issued_by">;

/** The last day on which the age is allowed; null without a rule or a day to count from. A lower bound of the age counts. */
export const lastDayOfAge = ({ issued_on, issued_by }: Days, { max_age_months }: Limits): string | null => {
  const from = issued_on ?? issued_by;
  return max_age_months === undefined || from === null ? null : addMonths(from, max_age_months);
};

/** The first day of the warning before the document expires; null without either. */
export const warnedFrom = ({ expires_on }: Days, { warn_days }: Limits): string | null =>
  expires_on === null || warn_days === undefined ? null : dayAfter(expires_on, -warn_days);

/**
 * The state on a day. A document is known once the policy's question is answered: the day of issue where an age is limited,
 * else the expiry or that it prints none.
 */
export function stateOn(document: Days, limits: Limits, day: string): DocumentState {
  const { issued_on, expires_on, no_expiry } = document;
  const oldest = lastDayOfAge(document, limits);
  const warned = warnedFrom(document, limits);
  const isKnown = limits.max_age_months === undefined ? expires_on !== null || no_expiry : issued_on !== null;
  const holds: Record<DocumentState, boolean> = {
    expired: expires_on !== null && day > expires_on,
    too_old: oldest !== null && day > oldest,
    expires_soon: warned !== null && day >= warned,
    unknown: !isKnown,
    valid: true,
  };
  return DOCUMENT_STATES.find((state) => holds[state]) ?? "valid";
}

/** The documents with their rules and their states on a day; a document that the policy no longer names is left out. */
export const documentsOn = (documents: readonly DatedDocument[], kinds: readonly DocumentKind[], day: string) =>
  documents.flatMap((document) => {
    const kind = kinds.find(({ key }) => key === document.document_kind);
    return kind ? [{ document, kind, state: stateOn(document, kind, day) }] : [];
  });

/** The states of a document over time: each from a day on, the first one from the beginning (null). */
export function statesOf(document: Days, limits: Limits): { from: string | null; state: DocumentState }[] {
  const ends = [document.expires_on, lastDayOfAge(document, limits)].filter((day) => day !== null);
  const warned = warnedFrom(document, limits);
  const days = [...ends.map((day) => dayAfter(day)), ...(warned === null ? [] : [warned])].toSorted();
  const all = [
    { from: null, state: stateOn(document, limits, FIRST) },
    ...days.map((from) => ({ from, state: stateOn(document, limits, from) })),
  ];
  return all.filter(({ state }, index) => state !== all[index - 1]?.state);
}

/** A document of a file with its state, and the day that the state follows from; null where no day does. */
export type WorstDocument = Pick<DatedDocument, "document_kind" | "people_id"> & {
  /** From this day on; null from the beginning. */
  from: string | null;
  name: { en: string; es: string };
  state: DocumentState;
  day: string | null;
};

/** Which document needs attention first, from each day on at which this changes; empty without documents. */
export function worstDocuments(documents: readonly DatedDocument[], kinds: readonly DocumentKind[]): WorstDocument[] {
  const days = documentsOn(documents, kinds, FIRST).flatMap(({ document, kind }) =>
    statesOf(document, kind).flatMap(({ from }) => from ?? []),
  );
  return [null, ...new Set(days.toSorted())].flatMap((from) => {
    const dated = documentsOn(documents, kinds, from ?? FIRST).map(({ document, kind, state }) => ({
      from,
      document_kind: kind.key,
      name: { en: kind.en, es: kind.es },
      people_id: document.people_id,
      state,
      day: dayOfState(state, document, kind),
    }));
    return dated.toSorted(byAttention).slice(0, 1);
  });
}

const FIRST = "0001-01-01";
const LAST = "9999-12-31";

function dayOfState(state: DocumentState, document: Days, limits: Limits): string | null {
  if (state === "too_old") return lastDayOfAge(document, limits);
  return state === "expired" || state === "expires_soon" ? document.expires_on : null;
}

const byAttention = (a: WorstDocument, b: WorstDocument): number =>
  DOCUMENT_STATES.indexOf(a.state) - DOCUMENT_STATES.indexOf(b.state) || ((a.day ?? LAST) < (b.day ?? LAST) ? -1 : 1);
