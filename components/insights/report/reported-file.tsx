import Link from "next/link";
import { useTranslations } from "next-intl";
import { SHORT_DAY, Time } from "#components/kit/time.tsx";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import type { FigureName } from "#lib/platform/contract/figure.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { figureAddress } from "./numbers-section.tsx";
import { useRecordDay } from "./report-words.ts";

type Props = {
  file: { verification_id: string; tag: string | null; title: string | null };
  href?: string;
  /** Accessible name of the link; receives the name of the file. */
  label?: (name: string) => string;
};

/** A file by its title, with its tag and id below. */
export function ReportedFileName({ file: { verification_id, tag, title }, href, label }: Props) {
  const name = title ?? tag ?? shortId(verification_id);
  return (
    <span className="wrap-anywhere">
      <Link
        href={href ?? `/verifications/${encodeURIComponent(verification_id)}`}
        prefetch={false}
        {...(label && { "aria-label": label(name) })}
        className="rounded font-medium underline-offset-2 hover:underline"
      >
        {name}
      </Link>
      <span className="block text-muted-foreground text-xs print:text-[7pt]">
        {title !== null && tag !== null && <WholeTags>{`${tag} · `}</WholeTags>}
        <span translate="no" className="font-mono">
          {verification_id}
        </span>
      </span>
    </span>
  );
}

export const ReportedDay = ({ row: { at } }: { row: { at: string } }) => (
  <Time at={at} className="text-muted-foreground tabular-nums">
    {useRecordDay()(at, SHORT_DAY)}
  </Time>
);

type MoreProps = { of: "exceptions" | "reopened"; count: number; figure: FigureName; month: string };

/** The number of files that the table leaves out, with a link to the full list. */
export function MoreFiles({ of, count, figure, month }: MoreProps) {
  const t = useTranslations("report");
  if (count === 0) return null;
  return (
    <p>
      <span>{t(`${of}.more`, { count })}</span>{" "}
      <Link
        href={figureAddress({ name: figure, value: null }, month)}
        prefetch={false}
        className="rounded underline underline-offset-2 print:hidden"
      >
        {t("exceptions.link")}
      </Link>
    </p>
  );
}
