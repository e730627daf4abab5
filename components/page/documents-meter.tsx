import { useTranslations } from "next-intl";
import { cn } from "#components/ui/cn.ts";
import { SpriteIcon } from "#components/ui/icon-sprite.tsx";
import { DOCUMENTS_STATUSES } from "#lib/contract/verifications/verification.ts";
import { useDocumentsStatusName } from "./words.tsx";

const STEPS: readonly string[] = DOCUMENTS_STATUSES;

type Props = {
  status: string | null;
  /** Where the list is too narrow the word is left to screen readers; the steps are distinct without colour. */
  folds?: boolean;
};

/**
 * How far the file has filled up, in a word and three squares, none of them filled while nothing is uploaded. A value that
 * the interface does not name is shown as it came.
 */
export function DocumentsMeter({ status, folds = false }: Props) {
  const name = useDocumentsStatusName();
  if (status === null) return <Unknown />;
  const step = STEPS.indexOf(status);
  const full = step === STEPS.length - 1;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <SpriteIcon
        name={`meter-${Math.max(step, 0)}`}
        className={cn("h-2 w-7 shrink-0", full ? "text-done" : "text-primary")}
      />
      <span className={folds ? "sr-only @lg:not-sr-only @lg:truncate" : "wrap-anywhere min-w-0"}>{name(status)}</span>
    </span>
  );
}

/** What is not known yet, which is not the same as none. */
export function Unknown() {
  const t = useTranslations("verifications.table");
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>—</span>
      <span className="sr-only">{t("unknown")}</span>
    </span>
  );
}
