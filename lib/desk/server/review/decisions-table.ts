import { createTranslator } from "next-intl";
import type { AuditedDecision } from "#lib/desk/contract/review/log.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import type { Cell, Sheet } from "#lib/platform/server/tables/table.ts";
import { wallClock } from "#lib/platform/server/tables/wall-clock.ts";

/** Columns by their API names, in an order on which auditors' programs rely: add new columns at the end. */
const CODES = [
  "entry_id",
  "at",
  "verification_id",
  "kind",
  "state",
  "resolution",
  "reason_code",
  "reason",
  "user_id",
  "user_name",
  "policy_version",
  "undone",
  "digest",
  "proposed_by",
  "proposal_reason",
  "answer",
  "answered_at",
  "answered_by",
  "answer_reason",
  "basis",
  "tag",
  "title",
  "review_on",
  "pdfs",
  "exceptions",
  "together",
] as const satisfies (keyof AuditedDecision)[];

/** Decisions as programs read them: codes, times in UTC, and the basis as its JSON. */
export const decisionsAsCodes = (items: readonly AuditedDecision[]): Sheet => ({
  name: "decisions",
  header: CODES,
  pages: [items.map((item) => CODES.map((name) => codeOf(item[name])))],
});

const codeOf = (value: unknown): Cell =>
  value === null || typeof value === "number" || typeof value === "boolean" || typeof value === "string"
    ? value
    : JSON.stringify(value);

/** The columns of decisions in words, in the order of the page. */
const WORDS = [
  "at",
  "title",
  "tag",
  "verification_id",
  "kind",
  "resolution",
  "exceptions",
  "together",
  "user_name",
  "reason_name",
  "reason",
  "review_on",
  "proposed_by",
  "proposal_reason",
  "answer",
  "answered_at",
  "answered_by",
  "answer_reason",
  "undone",
  "policy_version",
  "digest",
  "pdfs",
] as const satisfies (keyof AuditedDecision)[];

/** Columns after those of the decisions. */
type More<Item> = { header: readonly string[]; cellsOf: (item: Item) => readonly Cell[] };

/** Decisions for people: words in their language, times in the zone of the policy. */
export function decisionsAsWords<Item extends AuditedDecision>(
  items: readonly Item[],
  locale: Locale,
  timeZone: string,
  { header, cellsOf }: More<Item> = { header: [], cellsOf: () => [] },
): Sheet {
  const messages = MESSAGES[locale];
  const t = createTranslator({ locale, messages, namespace: "decisions" });
  const resolution = createTranslator({ locale, messages, namespace: "review.resolution" });
  const clock = wallClock(timeZone);
  const cellOf = (item: AuditedDecision, name: (typeof WORDS)[number]): Cell => {
    switch (name) {
      case "at":
      case "answered_at":
        return item[name] && clock(new Date(item[name]));
      case "kind":
      case "answer":
        return item[name] && (t.has(`kind.${item[name]}` as never) ? t(`kind.${item[name]}` as never) : item[name]);
      case "resolution":
        return item.resolution && resolution(item.resolution);
      case "reason_name":
        return item.reason_name?.[locale === "en" ? "en" : "es"] ?? item.reason_code;
      case "pdfs":
        return item.pdfs === null
          ? null
          : item.pdfs.map(({ people_id, sha256 }) => `${people_id} ${sha256}`).join(", ");
      case "exceptions":
        return item.exceptions.map((exception) => t(`exception.${exception}`)).join("; ") || null;
      case "undone":
        return item.undone ? t("undone") : null;
      default:
        return item[name];
    }
  };
  return {
    name: t("title"),
    header: [
      ...WORDS.map((name) => {
        const heading = t(`column.${name}`);
        return name === "at" || name === "answered_at" ? `${heading} (${timeZone})` : heading;
      }),
      ...header,
    ],
    pages: [items.map((item) => [...WORDS.map((name) => cellOf(item, name)), ...cellsOf(item)])],
  };
}
