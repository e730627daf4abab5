"use client";

import { useTranslations } from "next-intl";
import { Section } from "#components/verification/section.tsx";
import { setPace } from "#lib/browser/sandbox.ts";
import { PACES, type Pace } from "#lib/contract/sandbox/sandbox.ts";
import { Problem } from "./problem.tsx";
import { Segments } from "./segments.tsx";
import { useAct } from "./use-act.ts";

/** How busy the account is by itself. */
export function PaceSection({ pace }: { pace: Pace }) {
  const t = useTranslations("sandbox.pace");
  const { mutate, isPending, variables, error } = useAct((chosen: Pace) => setPace(chosen));
  const shown = isPending ? variables : pace;
  return (
    <Section id="pace" title={t("title")}>
      <div className="space-y-2">
        <Segments
          label={t("title")}
          quiet
          options={PACES.map((value) => ({ value, name: t(`${value}.name`) }))}
          value={shown}
          onChange={mutate}
        />
        <p role="status" className="min-h-9 text-muted-foreground text-xs">
          {t(`${shown}.says`)}
        </p>
        <Problem error={error} />
      </div>
    </Section>
  );
}
