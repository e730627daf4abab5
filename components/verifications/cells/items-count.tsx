import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Unknown } from "./unknown.tsx";

/** Items known, and how many of them failed. Items are known from events alone, so none is 'not known'. */
export function ItemsCount({ total, failed }: { total: number; failed: number }) {
  const t = useTranslations("verifications.table");
  if (total === 0) {
    return (
      <span className="hidden @[60rem]:inline">
        <Unknown />
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1.5">
      <span className="sr-only @[60rem]:not-sr-only">
        <span aria-hidden>{total}</span>
        <span className="sr-only">{t("itemsCount", { count: total })}</span>
      </span>
      {failed > 0 && (
        <span className="inline-flex items-center gap-0.5 font-medium text-failed">
          <span aria-hidden className="hidden font-normal text-muted-foreground @[60rem]:inline">
            ·&nbsp;
          </span>
          <span aria-hidden>{failed}</span>
          <X aria-hidden className="size-3.5" />
          <span className="sr-only">{t("itemsFailed", { count: failed })}</span>
        </span>
      )}
    </span>
  );
}
