import { useFormatter, useTranslations } from "next-intl";
import { Remark } from "#components/kit/remark.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { reviewedOf, SAMPLE_RESULTS, type Sample } from "#lib/desk/contract/review/sample.ts";

type Props = { sample: Sample };

/** Number and share of reviewed decisions, and the number of each result. */
export function Progress({ sample }: Props) {
  const t = useTranslations("samples");
  const format = useFormatter();
  const { size, results } = sample;
  const reviewed = reviewedOf(sample);
  const share = format.number(reviewed / size, { style: "percent" });
  const counts = SAMPLE_RESULTS.filter((result) => results[result] > 0);
  return (
    <p className="text-sm tabular-nums">
      <span className="font-medium">{t("progress", { reviewed, size, share })}</span>
      {counts.map((result) => (
        <span key={result} className={result === "objected" ? "text-failed" : "text-muted-foreground"}>
          {` · ${t(`count.${result}`, { count: results[result] })}`}
        </span>
      ))}
    </p>
  );
}

export function SignatureMark({ sample: { signed } }: Props) {
  const t = useTranslations("samples");
  return (
    <Remark mark={signed ? "good" : "open"} className="text-sm">
      {signed ? (
        <span>{t.rich("signed", { name: signed.by_name, on: () => <ExactInstant at={signed.at} /> })}</span>
      ) : (
        <span>{t("unsigned")}</span>
      )}
    </Remark>
  );
}

/** The person and the time of an entry. */
export const ByAndAt = ({ name, at }: { name: string; at: string }) => (
  <>
    <span>{`${name} · `}</span>
    <ExactInstant at={at} />
  </>
);
