import { useTranslations } from "next-intl";
import { Remark } from "#components/kit/remark.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { shortId } from "#lib/platform/contract/text.ts";
import type { ArcoRequest, ArcoSubject } from "#lib/records/contract/privacy/arco.ts";
import { Badge } from "@/components/ui/badge";

type Props = { request: ArcoRequest };

/** The running deadline, in days of the policy; empty for a closed request. */
export function DueMark({ request: { due_on, days_left, overdue } }: Props) {
  const t = useTranslations("arco.due");
  const day = useDayFormat();
  if (due_on === null || days_left === null) return null;
  return (
    <Remark mark={overdue ? "bad" : days_left <= SOON_DAYS ? "warning" : "open"} className="text-sm tabular-nums">
      <span className={overdue ? "font-medium text-failed" : undefined}>
        <span>{t("on", { day: day(due_on) })}</span> ·{" "}
        <span>{overdue ? t("overdue", { count: -days_left }) : t("left", { count: days_left })}</span>
      </span>
    </Remark>
  );
}

/** A deadline is marked from this number of working days before it. */
const SOON_DAYS = 3;

export function StateBadge({ request: { state, outcome, extended } }: Props) {
  const t = useTranslations("arco");
  return (
    <>
      <Badge variant="secondary">{t(`state.${outcome === "refused" ? "refused" : state}`)}</Badge>
      {extended && <Badge variant="outline">{t("due.extended")}</Badge>}
    </>
  );
}

/** The subject of a request in one line: the name, else the ends of the CURP, else the file. */
export function useSubjectName(): (subject: ArcoSubject) => string {
  const t = useTranslations("arco");
  return ({ name, curp, verification_id }) => name ?? curp ?? t("subject.file", { id: shortId(verification_id ?? "") });
}

/** Digits of a folio: enough for nearly all installations. */
const FOLIO_DIGITS = 6;

export const folioOf = ({ folio }: Pick<ArcoRequest, "folio">): string => String(folio).padStart(FOLIO_DIGITS, "0");
