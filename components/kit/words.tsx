import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Finding, ITEM_ERRORS_WITH_CAUSE } from "#lib/core/contract/verifications/verification.ts";
import { ApiError, isSignedOut } from "#lib/platform/browser/api.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Below, Messages, Namespace } from "#messages/types.ts";
import { useCurrentUser } from "./current-user.tsx";
import { Failure } from "./message.tsx";

/**
 * Whether a value from outside can be a message key: a dot would separate nested keys, and names such as `constructor`
 * are no messages.
 */
export const isKey = (value: string): boolean => /^\w+$/.test(value) && !(value in Object.prototype);

type Values = Record<string, string | number>;

/**
 * The message of a code from outside in a namespace; null for a code without a message. The compiler cannot know these
 * codes: keys of ours are named with `useTranslations`, which checks them.
 */
export function useOpenWords(namespace: Namespace): (code: string | null, values?: Values) => string | null {
  return openWords(useTranslations(namespace as "shell") as unknown as OpenTranslator);
}

type OpenTranslator = { (key: string, values?: Values): string; has(key: string): boolean };

const openWords =
  (t: OpenTranslator, path = "") =>
  (code: string | null, values?: Values): string | null =>
    code !== null && isKey(code) && t.has(path + code) ? t(path + code, values) : null;

/** Messages for values of the service; null for an unknown value, which is shown unchanged. */
export const useWords = (namespace: Below<"verification">) => useOpenWords(`verification.${namespace}`);

/** The message of a code in a namespace; the code itself without a message. */
export function useCodeWords(namespace: Namespace): (code: string) => string {
  const words = useOpenWords(namespace);
  return (code) => words(code) ?? code;
}

/** `10,000+` if counting stopped at a limit. */
export function useShownCount(): (count: ListCount) => string {
  const format = useFormatter();
  return (count) => (typeof count === "number" ? format.number(count) : `${format.number(count.at_least)}+`);
}

/** The cause of an item error, marked as possible if the interface gives only the code; null for an unknown code. */
export function useItemErrorCause(): (code: string) => string | null {
  const t = useTranslations("verification.items");
  const causes = useWords("itemError");
  return (code) => {
    const cause = causes(code);
    const stated = ITEM_ERRORS_WITH_CAUSE.some((known) => known === code);
    return cause === null || stated ? cause : t("possibleCause", { cause });
  };
}

/** A finding in short: its missing field, else its message; empty without a finding. */
export function useFindingWords(): (finding: Finding | null) => string[] {
  const t = useTranslations("verifications.table");
  return (finding) => {
    if (finding === null) return [];
    return [finding.missing_field ? t("missing", { field: finding.missing_field }) : finding.message];
  };
}

/** A documents_status in words; unknown values unchanged. */
export function useDocumentsStatusName(): (status: string) => string {
  const words = useWords("documentsStatus");
  return (status) => words(status) ?? status;
}

/** The meaning of a service failure and its remedy, by its code; without the text of the service. */
export function useProblemWords() {
  const t = useTranslations("service-problems");
  const admin = String(useCurrentUser().may("keys.manage"));
  return ({ code, status }: { code: string; status: number | null }): { title: string; body: string } => {
    const known = code as "NOT_FOUND";
    return isKey(code) && t.has(`${known}.title`)
      ? { title: t(`${known}.title`), body: t(`${known}.body`, { admin }) }
      : {
          title: t("other.title"),
          body: t("other.body", { code: status === null ? code : `${code} ${status}`, admin }),
        };
  };
}

/** The code of a failed call to the dashboard's API; null for other errors. */
export const codeOf = (error: unknown): string | null => (error instanceof ApiError ? error.code : null);

/**
 * The meaning of an error or error code and the next step: the message of a namespace under that code, or `other`. A
 * namespace without `other` has the words of `shell.problem`.
 */
export function useErrorWords(namespace: Namespace | `${keyof Messages}.problem`) {
  const words = openWords(useTranslations() as unknown as OpenTranslator, `${namespace}.`);
  const t = useTranslations("shell");
  return (error: unknown, values?: Values): string => {
    const code = typeof error === "string" ? error : (codeOf(error) ?? "");
    return (
      words(code, values) ??
      (isSignedOut(error) ? t("sessionEnded") : null) ??
      words("other", values) ??
      t(code === "OFFLINE" ? "problem.OFFLINE" : "problem.other")
    );
  };
}

/** The namespace of messages about failures, and the failed action where a message differs by it. */
export type FailureWords =
  | {
      words: "webhooks.trouble";
      action: "list" | "read" | "create" | "save" | "delete" | "replace" | "connect";
    }
  | { words: "keys.problem"; action: "list" | "create" | "delete" | "rotate" | "elsewhere" | "adopt" | "check" }
  | {
      words:
        | `${"users" | "tokens" | "account" | "views" | "channels" | "custody" | "arco" | "scim" | "report" | "samples" | "dates" | "dates-import"}.problem`
        | `${"alerts" | "custody-settings" | "file-titles" | "letters" | "need-to-know" | "originals" | "passwords"}.problem`
        | "privacy.erase.trouble"
        | "privacy.package.problem"
        | "evidence.packages.problem"
        | "system.now.problem";
      action?: never;
    };

type ActionFailureProps = FailureWords & { error: Error | null; children?: ReactNode };

/** Why an action failed and what to do next; empty without an error. */
export function ActionFailure({ words, action, error, children }: ActionFailureProps) {
  const errorWords = useErrorWords(words);
  // Another user saved first. The status is checked, since the service has a CONFLICT code too.
  const changed = error instanceof ApiError && error.status === 412;
  return (
    <Failure says={error && errorWords(changed ? "CHANGED" : error, { action: action ?? "" })}>
      <ServiceMessage error={error} />
      {children}
    </Failure>
  );
}

/** The service's message about a failed call, unchanged. */
function ServiceMessage({ error }: { error: Error | null }) {
  const t = useTranslations("shell");
  const message = error instanceof ApiError ? error.serviceMessage : null;
  return message && <p className="wrap-anywhere text-muted-foreground text-xs">{t("serviceSays", { message })}</p>;
}
