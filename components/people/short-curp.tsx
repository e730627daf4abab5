"use client";

import { useTranslations } from "next-intl";

/** The ends of a shortened CURP, `BOXW…09`; announced as ends, since an ellipsis is not read out. */
export function ShortCurp({ shown, className = "" }: { shown: string; className?: string }) {
  const t = useTranslations("people");
  const [first = "", last = ""] = shown.split("…");
  return (
    <>
      <span aria-hidden className={`wrap-anywhere font-mono ${className}`}>
        {shown}
      </span>
      <span className="sr-only">{last === "" ? t("curpHidden") : t("curpEnds", { first, last })}</span>
    </>
  );
}
