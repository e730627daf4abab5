import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorWords } from "#components/page/error-words.ts";
import { Failure } from "#components/ui/message.tsx";
import { ApiError } from "#lib/browser/api.ts";

/** What was tried; the message differs where the next step does. */
type WebhookAction = "list" | "read" | "create" | "save" | "delete" | "replace" | "connect";

type Props = { error: Error | null; action: WebhookAction; children?: ReactNode };

/** Why an action on webhooks failed and what to do next; empty without an error. */
export function WebhookError({ error, action, children }: Props) {
  const t = useTranslations("webhooks.trouble");
  const problem = useErrorWords("webhooks.trouble");
  // Another user saved first.
  const changed = error instanceof ApiError && error.status === 412;
  return (
    <Failure says={error && (changed ? t("CHANGED", { action }) : problem(error, { action }))}>{children}</Failure>
  );
}
