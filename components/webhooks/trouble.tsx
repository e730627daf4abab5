import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Failure } from "#components/ui/failure.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { problemOf, type WebhookAction } from "./problem-of.ts";

type Props = { error: Error | null; action: WebhookAction; children?: ReactNode };

/** Why something about webhooks did not work and what to do next; nothing while there is nothing to say. */
export function Trouble({ error, action, children }: Props) {
  const t = useTranslations("webhooks.trouble");
  const problem = problemOf(error instanceof ApiError ? error : { code: "", status: 0 });
  return <Failure says={error && t(problem, { action })}>{children}</Failure>;
}
