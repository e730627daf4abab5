import { CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "#lib/browser/api.ts";
import { type KeyAction, problemOf } from "./problem-of.ts";

type Props = { error: Error | null; action: KeyAction; children?: ReactNode };

/** Why something about keys did not work and what to do next, said at once; nothing while there is nothing to say. */
export function KeyProblem({ error, action, children }: Props) {
  const t = useTranslations("keys.problem");
  return (
    <div role="alert" className="empty:hidden">
      {error && (
        <div className="flex items-start gap-2 rounded-md border border-failed/40 bg-failed/5 p-3 text-sm">
          <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-failed" />
          <div className="min-w-0 space-y-1">
            <p>{t(problemOf(error instanceof ApiError ? error.code : ""), { action })}</p>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
