"use client";

import { CircleCheck, CircleDot } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/cn.ts";
import { useWords } from "#components/verification/use-words.ts";
import { DOCUMENTS_STATUSES } from "#lib/contract/verifications/verification.ts";

const STEPS: readonly string[] = DOCUMENTS_STATUSES;

const FILLS = new Map([
  ["pending_upload", "bg-step-1"],
  ["partial_upload", "bg-step-2"],
  ["pending_external", "bg-step-3"],
  ["full_upload", "bg-step-4"],
]);

/** The background of a documents_status; one that the interface does not name has the quietest. */
export const documentsStatusFill = (status: string): string => FILLS.get(status) ?? "bg-muted";

/** A documents_status in words; one that the interface does not name as it came. */
export function useDocumentsStatusName(): (status: string) => string {
  const words = useWords("documentsStatus");
  return (status) => words(status) ?? status;
}

/** How far the file has come, of the four steps, and what that step means. */
export function DocumentsSteps({ status }: { status: string }) {
  const t = useTranslations("verification.timeline");
  const name = useDocumentsStatusName();
  const meaning = useWords("documentsMeaning")(status);
  const reached = STEPS.indexOf(status);
  return (
    <div className="mb-4">
      <ol aria-label={t("steps")} className="grid grid-cols-4 gap-1.5 text-xs">
        {STEPS.map((step, index) => {
          const current = step === status;
          const Icon = step === "full_upload" ? CircleCheck : CircleDot;
          return (
            <li key={step} aria-current={current ? "step" : undefined} className="min-w-0">
              <span
                aria-hidden
                className={cn("block h-1.5 rounded-full", index <= reached ? documentsStatusFill(step) : "bg-muted")}
              />
              <span className={cn("mt-1 flex gap-1 leading-tight", current ? "font-medium" : "text-muted-foreground")}>
                {current && <Icon aria-hidden className="size-3.5 shrink-0 max-sm:hidden" />}
                <span className="wrap-break-word min-w-0 hyphens-auto">{name(step)}</span>
              </span>
            </li>
          );
        })}
      </ol>
      <p className="wrap-anywhere mt-2 text-muted-foreground text-sm">{meaning ?? t("unnamed", { status })}</p>
    </div>
  );
}
