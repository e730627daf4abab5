import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CurpStrip } from "#components/core/people/curp-strip.tsx";
import { ShortCurp } from "#components/core/people/short-curp.tsx";
import { CopyButton } from "#components/kit/copy.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import { curpOf, type Person } from "#lib/core/contract/people/person.ts";
import { compareCurp } from "#lib/core/rules/curp/compare.ts";
import { readCurp } from "#lib/core/rules/curp/read.ts";
import { CurpParts } from "./curp-parts.tsx";

export function CurpSection({ person, shown }: { person: Person; shown: RoleRule }) {
  const t = useTranslations("people.curp");
  const curp = curpOf(person);
  const whole = shown.curp === "whole";
  return (
    <Section id="curp" title={t("title")} aside={curp !== null && whole && <CopyCurp curp={curp} />}>
      {curp === null ? (
        <EmptySection>{t("none")}</EmptySection>
      ) : whole ? (
        <Explained curp={curp} person={person} />
      ) : (
        <div className="space-y-1 text-sm">
          <ShortCurp shown={curp} />
          <p className="text-muted-foreground text-xs">
            {t(shown.curp === "none" ? "covered.none" : "covered.shortened")}
          </p>
        </div>
      )}
    </Section>
  );
}

function Explained({ curp, person }: { curp: string; person: Person }) {
  const t = useTranslations("people.curp");
  const applicant = person.external_identities.curp?.applicant_data ?? null;
  const reading = readCurp(curp);
  const comparison = applicant && compareCurp(reading, applicant);
  const unusual = reading.segments.filter(({ problem }) => problem !== null).length + (reading.surplus === "" ? 0 : 1);
  const differing = comparison?.differences.length ?? 0;
  return (
    <div className="space-y-4">
      <CurpStrip reading={reading} differences={comparison?.differences ?? []} />
      <ul className="space-y-1 text-sm">
        <Verdict good={unusual === 0}>
          <span>{unusual === 0 ? t("formatUsual") : t("formatUnusual", { count: unusual })}</span>
          {reading.surplus !== "" && (
            <span>{` · ${t("surplus", { count: [...reading.surplus].length, text: reading.surplus })}`}</span>
          )}
        </Verdict>
        {comparison === null || Object.keys(comparison.fields).length === 0 ? (
          <li className="text-muted-foreground">{t("notCompared")}</li>
        ) : (
          <Verdict good={differing === 0}>{differing === 0 ? t("fits") : t("differs", { count: differing })}</Verdict>
        )}
      </ul>
      <CurpParts reading={reading} comparison={comparison} person={applicant} />
      <p className="text-muted-foreground text-xs">{t("formatNote")}</p>
    </div>
  );
}

const Verdict = ({ good, children }: { good: boolean; children: ReactNode }) => (
  <li>
    <Remark mark={good ? "good" : "warning"}>{children}</Remark>
  </li>
);

function CopyCurp({ curp }: { curp: string }) {
  const t = useTranslations("people.curp");
  return (
    <Hint text={t("copy")}>
      <CopyButton
        text={() => curp}
        variant="ghost"
        size="icon"
        aria-label={t("copy")}
        className="-my-1 [&_svg]:size-3.5"
      />
    </Hint>
  );
}
