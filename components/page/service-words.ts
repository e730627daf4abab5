import { useTranslations } from "next-intl";

/**
 * Words for values of the service. A value that has none comes back as null and is shown as it came: a dot in it would be
 * taken for a path of keys, and `constructor` is no message either.
 */
export function useWords(namespace: string): (value: string) => string | null {
  const t = useTranslations(`verification.${namespace}`);
  return (value) => (/^\w+$/.test(value) && !(value in Object.prototype) && t.has(value) ? t(value) : null);
}

/** What a failure means and the way out, by its code; the service's own words are never needed for that. */
export function useProblemWords() {
  const t = useTranslations("verification.stale");
  return ({ code, status }: { code: string; status: number | null }): { title: string; body: string } =>
    /^[A-Z_]+$/.test(code) && t.has(`${code}.title`)
      ? { title: t(`${code}.title`), body: t(`${code}.body`) }
      : { title: t("other.title"), body: t("other.body", { code: status === null ? code : `${code} ${status}` }) };
}

/** A documents_status in words; one that the interface does not name as it came. */
export function useDocumentsStatusName(): (status: string) => string {
  const words = useWords("documentsStatus");
  return (status) => words(status) ?? status;
}
