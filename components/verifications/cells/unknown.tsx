import { useTranslations } from "next-intl";

/** What nothing has told yet, which is not the same as none. */
export function Unknown() {
  const t = useTranslations("verifications.table");
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>—</span>
      <span className="sr-only">{t("unknown")}</span>
    </span>
  );
}
