import { useTranslations } from "next-intl";

/** What a failure means and the way out, by its code; the service's own words are never needed for that. */
export function useTroubleWords() {
  const t = useTranslations("verification.stale");
  return ({ code, status }: { code: string; status: number | null }): { title: string; body: string } =>
    /^[A-Z_]+$/.test(code) && t.has(`${code}.title`)
      ? { title: t(`${code}.title`), body: t(`${code}.body`) }
      : { title: t("other.title"), body: t("other.body", { code: status === null ? code : `${code} ${status}` }) };
}
