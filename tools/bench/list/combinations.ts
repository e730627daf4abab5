import {
  VERIFICATION_FILTER,
  VERIFICATION_SORTS,
  type VerificationFilter,
} from "#lib/core/contract/verifications/verification-filter.ts";

type Part = Partial<Omit<VerificationFilter, "sort">>;

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** A typical value of each filter of the list; the benchmark combines every two filters. */
const USUAL_FILTERS: Record<string, Part> = {
  status: { status: ["pending", "error"] },
  documents_status: { documents_status: ["partial_upload"] },
  severity: { severity: ["high"] },
  findings_source: { findings_source: ["provisional"] },
  label: { label: ["cliente_vip"] },
  item_error: { item_error: ["password_protected_pdf"] },
  has_item_error: { has_item_error: true },
  item_type: { item_type: ["unknown", "corrupted_file"] },
  tag: { tag: "PILOTO" },
  q: { q: "exp-20" },
  created: { created_from: day(60), created_to: day(31) },
  quiet_days: { quiet_days: 7 },
  changed_since: { changed_since: day(3) },
};

/** The same filters with values that are rarer or more frequent, or that indexes serve less well. */
const UNUSUAL_FILTERS: Record<string, Part> = {
  "status, the rule": { status: ["finished"] },
  "status, rare": { status: ["pending_validation"] },
  "status, unnamed": { status: ["paused"] },
  "documents_status, all but one": { documents_status: ["pending_upload", "partial_upload", "pending_external"] },
  "severity, two": { severity: ["medium", "low"] },
  "findings_source, the rule": { findings_source: ["final"] },
  "label, rare": { label: ["lista_negra"] },
  labels: { label: ["en_revision", "riesgo_alto", "requiere_poder"] },
  "item_error, rare": { item_error: ["pdf_slice_failed"] },
  item_errors: { item_error: ["password_protected_pdf", "prevalidation_failed", "no_splits_returned"] },
  "item_type, the rule": { item_type: ["ac_mx"] },
  "item_type, rare": { item_type: ["custom_type_mx"] },
  "q, an account": { q: "maderas del" },
  "q, within an id": { q: "a7f3" },
  "q, within a tag": { q: "000123" },
  "q, two characters": { q: "ex" },
  "q, words of a title": { q: "bajio constructora" },
  "q, a word that few titles have": { q: "abele" },
  "q, a legal form": { q: "s.a. de c.v." },
  "q, part of a tax id": { q: "MNO0501" },
  "q, nothing": { q: "zzz-nowhere" },
  "created, a year long ago": { created_from: day(900), created_to: day(535) },
  "created, from": { created_from: day(400) },
  "quiet_days, long": { quiet_days: 365 },
  "due_dates, now": { due_dates: ["now"] },
  "due_dates, this month": { due_dates: ["month"] },
  "due_dates, overdue": { due_dates: ["overdue"] },
  "document_dates, expired": { document_dates: ["expired"] },
  "document_dates, unknown": { document_dates: ["unknown"] },
  "document_dates, all": { document_dates: ["expired", "expires_soon", "too_old", "unknown"] },
  checked_before: { checked_before: day(365) },
  "checked_before + label": { checked_before: day(365), label: ["cliente_vip"] },
};

export type Combination = { name: string; filter: VerificationFilter };

/** No filter, each filter alone, and every two usual filters, each in every order. */
export function combinations(): Combination[] {
  const usual = Object.entries(USUAL_FILTERS);
  const pairs = usual.flatMap(([one, first], index) =>
    usual.slice(index + 1).map(([other, second]): [string, Part] => [`${one} + ${other}`, { ...first, ...second }]),
  );
  const parts: [string, Part][] = [["all", {}], ...usual, ...Object.entries(UNUSUAL_FILTERS), ...pairs];
  return parts.flatMap(([name, part]) =>
    VERIFICATION_SORTS.map((sort) => ({
      name: `${name} by ${sort}`,
      filter: { ...VERIFICATION_FILTER.empty, ...part, sort },
    })),
  );
}
