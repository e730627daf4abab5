import { useTranslations } from "next-intl";

/** The names of the labels assigned now: the first in full, the others counted, all of them on hover and to screen readers. */
export function LabelsCell({ labels }: { labels: readonly string[] }) {
  const t = useTranslations("verifications.table");
  const [first, ...others] = labels;
  if (first === undefined) {
    return <span className="sr-only">{t("noLabels")}</span>;
  }
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span aria-hidden className="truncate rounded bg-muted px-1.5 py-px text-xs">
        {first}
      </span>
      {others.length > 0 && (
        <span aria-hidden className="shrink-0 text-muted-foreground text-xs">
          +{others.length}
        </span>
      )}
    </span>
  );
}
