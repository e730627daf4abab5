import { useTranslations } from "next-intl";
import { ApiError } from "#lib/browser/api.ts";

/** The code of a call of ours that failed; null of anything else. */
export const codeOf = (error: unknown): string | null => (error instanceof ApiError ? error.code : null);

/** What an error, or an error code, means and what to do next: the message of a namespace under that code, or `other`. */
export function useErrorWords(namespace: string) {
  const t = useTranslations(namespace);
  return (error: unknown, values?: Record<string, string | number>): string => {
    const code = typeof error === "string" ? error : (codeOf(error) ?? "");
    return t(/^[A-Z_]+$/.test(code) && t.has(code) ? code : "other", values);
  };
}
