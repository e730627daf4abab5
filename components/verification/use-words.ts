import { useTranslations } from "next-intl";

/**
 * Words for values of the service. A value that has none comes back as null and is shown as it came: a dot in it would be
 * taken for a path of keys, and `constructor` is no message either.
 */
export function useWords(namespace: string): (value: string) => string | null {
  const t = useTranslations(`verification.${namespace}`);
  return (value) => (/^\w+$/.test(value) && !(value in Object.prototype) && t.has(value) ? t(value) : null);
}
