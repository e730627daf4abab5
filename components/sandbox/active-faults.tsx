"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptySection, Section } from "#components/verification/section.tsx";
import { endFaults } from "#lib/browser/sandbox.ts";
import type { SandboxState } from "#lib/contract/sandbox/sandbox.ts";
import { ActiveFault } from "./active-fault.tsx";
import { Problem } from "./problem.tsx";
import { useAct } from "./use-act.ts";

/** What goes wrong on purpose at this moment. */
export function ActiveFaults({ faults, played }: Pick<SandboxState, "faults" | "played">) {
  const t = useTranslations("sandbox.active");
  const list = useRef<HTMLDivElement>(null);
  const endAll = useAct(() => endFaults());
  const keepFocus = () => list.current?.focus();
  return (
    <Section
      id="active-faults"
      title={t("title")}
      count={faults.length}
      aside={
        faults.length > 1 && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => endAll.mutate(undefined, { onSuccess: keepFocus })}
            aria-disabled={endAll.isPending}
          >
            {t("endAll")}
          </Button>
        )
      }
    >
      {/* Takes the focus over when the fault that had it is gone. */}
      <div ref={list} tabIndex={-1} className="rounded outline-none">
        <Problem error={endAll.error} />
        {faults.length === 0 ? (
          <EmptySection>{t("none")}</EmptySection>
        ) : (
          <ul className="-my-1 divide-y divide-border">
            {faults.map((fault) => (
              <ActiveFault
                key={fault.id}
                fault={fault}
                tag={played.find(({ verification_id }) => verification_id === fault.verification_id)?.tag}
                focusElsewhere={keepFocus}
              />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
