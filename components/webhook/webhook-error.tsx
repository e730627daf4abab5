import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { knownProblem } from "#components/secrets/service-list.tsx";
import { Failure } from "#components/ui/message.tsx";
import { ApiError } from "#lib/browser/api.ts";

/** What was tried: words differ where the next step does. */
type WebhookAction = "list" | "read" | "create" | "save" | "delete" | "replace" | "connect";

/** Which words a failure gets, by its code; `CHANGED` where somebody else was quicker (412). */
const problemOf = ({ code, status }: { code: string; status: number }) =>
  status === 412 ? "CHANGED" : knownProblem(code, ["BAD_REQUEST"]);

type Props = { error: Error | null; action: WebhookAction; children?: ReactNode };

/** Why something about webhooks did not work and what to do next; nothing while there is nothing to say. */
export function WebhookError({ error, action, children }: Props) {
  const t = useTranslations("webhooks.trouble");
  const problem = problemOf(error instanceof ApiError ? error : { code: "", status: 0 });
  return <Failure says={error && t(problem, { action })}>{children}</Failure>;
}
