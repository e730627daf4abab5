import { createTranslator } from "next-intl";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import type { Cell, Sheet } from "#lib/platform/server/tables/table.ts";
import { KEPT_KINDS } from "#lib/records/contract/privacy/arco.ts";
import type { Extract } from "./extract.ts";

/** The two sheets of an extract in a language: a row for each value of each person, and a row for each file. */
export function extractSheets({ people, files }: Extract, locale: Locale): [Sheet, Sheet] {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: "arco.extract" });
  const fields: Record<string, string> = MESSAGES[locale].people.field;
  const named = (path: readonly string[]) => path.map((name) => (Object.hasOwn(fields, name) ? fields[name] : name));
  const rows = people.flatMap(({ verification_id, name, data, openings }) => {
    const own = [verification_id, name];
    const values: Cell[][] = valuesOf(data).map(({ path, value }) => [...own, named(path).join(" / "), value]);
    return [...values, [...own, t("openings"), openings]];
  });
  return [
    {
      name: t("sheet.people"),
      header: [t("column.file"), t("column.name"), t("column.field"), t("column.value")],
      pages: [rows],
    },
    {
      name: t("sheet.files"),
      header: [
        ...[t("column.file"), t("column.tag"), t("column.title"), t("column.created"), t("column.status")],
        ...[t("column.documents"), t("column.labels"), ...KEPT_KINDS.map((kind) => t(`kind.${kind}`))],
      ],
      pages: [
        files.map((file) => [
          ...[file.verification_id, file.tag, file.title, file.created_at, file.status],
          ...[file.item_types.join("; "), file.labels.join("; "), ...KEPT_KINDS.map((kind) => file.counts[kind])],
        ]),
      ],
    },
  ];
}

/** Every value of a record with its path, without empty values. */
function valuesOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; value: Cell }[] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([name, inner]) => valuesOf(inner, [...path, name]));
  }
  return [{ path, value: typeof value === "string" || typeof value === "boolean" ? value : Number(value) }];
}
