import { useTranslations } from "next-intl";

/** The first and last characters of a CURP, `BOXW…09`, worded for screen readers, which skip an ellipsis. */
export function ShortCurp({ shown, className = "" }: { shown: string; className?: string }) {
  const t = useTranslations("people");
  const [first = "", last = ""] = shown.split("…");
  return (
    <>
      <span aria-hidden translate="no" className={`wrap-anywhere font-mono ${className}`}>
        {shown}
      </span>
      <span className="sr-only">{last === "" ? t("curpHidden") : t("curpEnds", { first, last })}</span>
    </>
  );
}
