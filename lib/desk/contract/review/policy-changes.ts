import { canonicalJson } from "#lib/platform/contract/text.ts";
import type { Working } from "#lib/platform/contract/working-time.ts";
import type { ReviewPolicy } from "./facts.ts";
import type { PolicyNumber } from "./policy-input.ts";

/** An entry of a list, in both languages. */
export type Words = { en: string; es: string };

type FieldOf<Value> = { [F in keyof ReviewPolicy]: ReviewPolicy[F] extends Value ? F : never }[keyof ReviewPolicy];
type FlagField = FieldOf<boolean>;

export type PolicyChange =
  | { field: PolicyNumber; before: number; after: number }
  | { field: "approval"; before: ReviewPolicy["approval"]; after: ReviewPolicy["approval"] }
  | { field: "working"; before: WorkingHours; after: WorkingHours }
  | { field: "review_from"; before: string; after: string }
  | { field: FlagField; before: boolean; after: boolean }
  /** Lists: the entries added and removed, and how many have the same name and another content. */
  | { field: ListField; added: Words[]; removed: Words[]; changed: number }
  /** Texts, which are not repeated. */
  | { field: "templates" | "letter" };

export type WorkingHours = Omit<Working, "holidays">;
type ListField = "holidays" | "catalogue" | "watched_labels" | "periodic" | "documents" | "yearly_check" | "letters";
type Entry = { key: string; words: Words; content: unknown };

const plain = (text: string): Words => ({ en: text, es: text });
const named = (texts: readonly string[]): Entry[] => texts.map((key) => ({ key, words: plain(key), content: null }));

const LISTS: Record<ListField, (policy: ReviewPolicy) => Entry[]> = {
  holidays: ({ working }) => named(working.holidays),
  catalogue: ({ catalogue }) =>
    catalogue.map(({ code, en, es, ...rest }) => ({ key: code, words: { en, es }, content: [en, es, rest.for] })),
  watched_labels: ({ watched_labels }) => named(watched_labels),
  periodic: ({ periodic }) =>
    periodic.map(({ label, months }) => ({ key: label, words: plain(label), content: months })),
  documents: ({ documents }) =>
    documents.map(({ key, en, es, ...rule }) => ({ key, words: { en, es }, content: [en, es, canonicalJson(rule)] })),
  yearly_check: ({ yearly_check: rule }) =>
    rule === null
      ? []
      : [
          {
            key: "check",
            words: { en: `every ${rule.months} months`, es: `cada ${rule.months} meses` },
            content: canonicalJson(rule),
          },
        ],
  letters: ({ letters }) => letters.map(({ name, en, es }) => ({ key: name, words: plain(name), content: [en, es] })),
};

const hoursOf = ({ holidays: _, ...hours }: Working): WorkingHours => hours;
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const numbersOf = ({ version: _, ...policy }: ReviewPolicy) => fieldsOf<PolicyNumber>(policy, "number");
const flagsOf = (policy: ReviewPolicy) => fieldsOf<FlagField>(policy, "boolean");
const fieldsOf = <Field extends string>(policy: object, type: string): Field[] =>
  Object.entries(policy).flatMap(([field, value]) => (typeof value === type ? [field as Field] : []));

/** The changed fields between two versions, in a fixed order. Without texts of letters. */
export function policyChanges(before: ReviewPolicy, after: ReviewPolicy): PolicyChange[] {
  const changes: PolicyChange[] = [];
  for (const field of numbersOf(after)) {
    if (before[field] !== after[field]) changes.push({ field, before: before[field], after: after[field] });
  }
  if (before.approval !== after.approval) {
    changes.push({ field: "approval", before: before.approval, after: after.approval });
  }
  const [was, is] = [hoursOf(before.working), hoursOf(after.working)];
  // Stored policies may have their fields in another order.
  if (!isSame(textOf(was), textOf(is))) changes.push({ field: "working", before: was, after: is });
  for (const [field, entriesOf] of Object.entries(LISTS) as [ListField, (policy: ReviewPolicy) => Entry[]][]) {
    const change = listChange(entriesOf(before), entriesOf(after));
    if (change) changes.push({ field, ...change });
  }
  const texts = ({ templates: { en, es } }: ReviewPolicy) => [en, es];
  if (!isSame(texts(before), texts(after))) changes.push({ field: "templates" });
  const frame = ({ letter: { language, addressee, signature } }: ReviewPolicy) => [language, addressee, signature];
  if (!isSame(frame(before), frame(after))) changes.push({ field: "letter" });
  if (before.review_from !== after.review_from) {
    changes.push({ field: "review_from", before: before.review_from, after: after.review_from });
  }
  for (const field of flagsOf(after)) {
    if (before[field] !== after[field]) changes.push({ field, before: before[field], after: after[field] });
  }
  return changes;
}

const textOf = ({ days, from, to, time_zone }: WorkingHours): string =>
  [days.toSorted().join(""), from, to, time_zone].join(" ");

function listChange(before: readonly Entry[], after: readonly Entry[]) {
  const old = new Map(before.map((entry) => [entry.key, entry]));
  const fresh = new Map(after.map((entry) => [entry.key, entry]));
  const added = after.filter(({ key }) => !old.has(key)).map(({ words }) => words);
  const removed = before.filter(({ key }) => !fresh.has(key)).map(({ words }) => words);
  const changed = after.filter(({ key, content }) => {
    const known = old.get(key);
    return known && !isSame(known.content, content);
  }).length;
  return added.length + removed.length + changed > 0 ? { added, removed, changed } : null;
}
