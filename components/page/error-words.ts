import { useTranslations } from "next-intl";
import { ApiError } from "#lib/browser/api.ts";

/** The code of a call of ours that failed; null of anything else. */
export const codeOf = (error: unknown): string | null => (error instanceof ApiError ? error.code : null);

/** What a failed call means and what to do next: the message of a namespace under the error's code, or under `other`. */
export function useErrorWords(namespace: string) {
  const t = useTranslations(namespace);
  return (error: unknown, values?: Record<string, string | number>): string => {
    const code = codeOf(error) ?? "";
    return t(/^[A-Z_]+$/.test(code) && t.has(code) ? code : "other", values);
  };
}
