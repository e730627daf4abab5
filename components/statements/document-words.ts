import { useQuery } from "@tanstack/react-query";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import type { IconName } from "#components/kit/icon.ts";
import { useClock, useDayFormat } from "#components/kit/time.tsx";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import { personName } from "#lib/core/contract/people/person.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import type { DocumentState } from "#lib/statements/contract/statement.ts";
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

/** The day of now in the reader's zone: no document is issued later. */
export const useToday = (): string => dateIn(useClock().toISOString(), useTimeZone() ?? "UTC");

type Dates = { issued_on?: string | null; expires_on?: string | null; no_expiry?: boolean };

/** 'issued 12 October 2026 · prints no expiry'; empty where nothing is stated. */
export function useDateWords(): (dates: Dates) => string {
  const t = useTranslations("dates");
  const day = useDayFormat();
  return ({ issued_on, expires_on, no_expiry }) =>
    [
      issued_on && t("issuedOn", { day: day(issued_on) }),
      expires_on && t("expiresOn", { day: day(expires_on) }),
      no_expiry && t("noExpiry"),
    ]
      .filter(Boolean)
      .join(" · ");
}

/** 'Since 14 March 2023', or both days of a relationship that has ended. */
export function useRelationWords(): (relation: { since: string; until?: string | null | undefined }) => string {
  const t = useTranslations("dates.relation");
  const day = useDayFormat();
  return ({ since, until }) =>
    until ? t("ended", { from: day(since), until: day(until) }) : t("since", { day: day(since) });
}

export const DOCUMENT_ICONS: Record<DocumentState, { icon: IconName; tone: string }> = {
  expired: { icon: "overdue", tone: "before:text-failed" },
  too_old: { icon: "overdue", tone: "before:text-failed" },
  expires_soon: { icon: "waiting", tone: "before:text-waiting" },
  unknown: { icon: "unknown", tone: "before:text-muted-foreground" },
  valid: { icon: "done", tone: "before:text-done" },
};
