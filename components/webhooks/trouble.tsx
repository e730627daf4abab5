import { CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "#lib/browser/api.ts";
import { problemOf, type WebhookAction } from "./problem-of.ts";

type Props = { error: Error | null; action: WebhookAction; children?: ReactNode };

/** Why something about webhooks did not work and what to do next, said at once; nothing while there is nothing to say. */
export function Trouble({ error, action, children }: Props) {
  const t = useTranslations("webhooks.trouble");
  return (
    <div role="alert" className="empty:hidden">
      {error && (
        <div className="flex items-start gap-2 rounded-md border border-failed/40 bg-failed/5 p-3 text-sm">
          <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-failed" />
          <div className="min-w-0 space-y-2">
            <p>{t(problemOf(error instanceof ApiError ? error : { code: "", status: 0 }), { action })}</p>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
