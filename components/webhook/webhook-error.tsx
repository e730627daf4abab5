import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { knownProblem } from "#components/secrets/service-list.tsx";
import { Failure } from "#components/ui/message.tsx";
import { ApiError } from "#lib/browser/api.ts";

/** What was tried; the message differs where the next step does. */
type WebhookAction = "list" | "read" | "create" | "save" | "delete" | "replace" | "connect";

/** The message for an error, by its code; `CHANGED` where somebody else saved first (412). */
const problemOf = ({ code, status }: { code: string; status: number }) =>
  status === 412 ? "CHANGED" : knownProblem(code, ["BAD_REQUEST"]);

type Props = { error: Error | null; action: WebhookAction; children?: ReactNode };

/** Why an action on webhooks failed and what to do next; empty without an error. */
export function WebhookError({ error, action, children }: Props) {
  const t = useTranslations("webhooks.trouble");
  const problem = problemOf(error instanceof ApiError ? error : { code: "", status: 0 });
  return <Failure says={error && t(problem, { action })}>{children}</Failure>;
}
