import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import { personName } from "#lib/core/contract/people/person.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";

export type DatedDocument = FileDates["document_dates"][number];

/** 'INE · R. Peña', in the reader's language; a person whose name is not loaded or not shown is a number. */
export function useDocumentName(verificationId: string): (document: DatedDocument) => string {
  const t = useTranslations("dates");
  const locale = useLocale();
  // The section of the people fetches them.
  const { data } = useQuery({ ...verificationPeopleOptions(verificationId), enabled: false });
  return ({ name, people_id, per }) => {
    const own = locale === "en" ? name.en : name.es;
    if (per === "file") return own;
    const person = data?.full_list.find((one) => one.people_id === people_id);
    const who = person && personName(person);
    return `${own} · ${who ?? (people_id === null ? t("unknownPerson") : t("person", { id: String(people_id) }))}`;
  };
}
