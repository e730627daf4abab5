"use client";

import { CircleCheck, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { setFault } from "#lib/browser/sandbox.ts";
import type { NewFault } from "#lib/contract/sandbox/sandbox-input.ts";
import { Entry } from "./entry.tsx";
import type { CallChoice, DeliveryChoice } from "./fault-choices.ts";
import { Problem } from "./problem.tsx";
import { useAct } from "./use-act.ts";

/** One fault; set, it stands among the active ones. */
export function FaultEntry({ choice, fault }: { choice: CallChoice | DeliveryChoice; fault: NewFault }) {
  const t = useTranslations("sandbox");
  const { mutate, isPending, isSuccess, error } = useAct(setFault);
  const title = t(`fault.${choice}.title`);
  return (
    <Entry
      title={title}
      shows={t(`fault.${choice}.shows`)}
      action={
        <Button
          variant="outline"
          size="sm"
          aria-label={t("faults.setNamed", { name: title })}
          aria-disabled={isPending}
          onClick={() => !isPending && mutate(fault)}
        >
          <Zap aria-hidden />
          <span className="max-sm:sr-only">{t("faults.set")}</span>
        </Button>
      }
    >
      <p role="status" className="flex items-center gap-1.5 pt-1 text-xs empty:hidden">
        {isSuccess && (
          <>
            <CircleCheck aria-hidden className="size-3.5 shrink-0 text-done" />
            {t("faults.wasSet")}
          </>
        )}
      </p>
      <Problem error={error} />
    </Entry>
  );
}
