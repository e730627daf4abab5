import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Folded } from "#components/kit/folded.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { Section } from "#components/kit/section.tsx";
import type { FigureName } from "#lib/platform/contract/figure.ts";
import { cn } from "@/components/ui/cn";
import { FigureLink } from "./figure-link.tsx";
import { isShown, Measure, type MeasureName, type MeasureProps } from "./measure.tsx";

type Props = {
  id: "completion" | "waiting" | "findings" | "items" | "review";
  definitions: readonly MeasureName[];
  children: ReactNode;
};

export function InsightSection({ id, definitions, children }: Props) {
  const t = useTranslations("insights");
  return (
    <Section id={id} title={t(`section.${id}`)}>
      <div className="@container space-y-6">
        {children}
        <Folded
          later
          summary={t("howCounted")}
          className="text-sm"
          summaryClass="text-muted-foreground text-xs hover:text-foreground"
        >
          <dl className="mt-2 grid gap-x-8 gap-y-2 text-xs @2xl:grid-cols-2">
            {definitions.map((name) => (
              <div key={name} className="break-inside-avoid">
                <dt className="font-medium">{t(`measure.${name}.name`)}</dt>
                <dd className="text-muted-foreground">{t(`measure.${name}.about`)}</dd>
              </div>
            ))}
          </dl>
        </Folded>
      </div>
    </Section>
  );
}

/** The numbers of a section side by side, as many as have room; those without enough files in one line. */
export function Measures({ of }: { of: readonly MeasureProps[] }) {
  const t = useTranslations("insights");
  const format = useFormatter();
  const { shown = [], few = [] } = Object.groupBy(of, (each) => (isShown(each) ? "shown" : "few"));
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 empty:hidden @lg:grid-cols-3 @4xl:grid-cols-6 print:grid-cols-6">
        {shown.map((measure) => (
          <Measure key={measure.of} {...measure} />
        ))}
      </dl>
      {few.length > 0 && (
        <p className="text-muted-foreground text-sm">
          {t("few", { names: format.list(few.map(({ of }) => t(`measure.${of}.name`))) })}
        </p>
      )}
    </div>
  );
}

/** Charts side by side if the section has room; in `wide` the first chart has two columns. */
export const Charts = ({ of, children }: { of: "two" | "three" | "wide"; children: ReactNode }) => (
  <div
    className={cn(
      "grid items-start gap-x-8 gap-y-6 @2xl:grid-cols-2 print:grid-cols-2",
      of !== "two" && "@5xl:grid-cols-3",
      of === "wide" && "*:first:@2xl:col-span-2 *:first:print:col-span-2",
    )}
  >
    {children}
  </div>
);

type GapProps = { of: "unknown" | "unreported" | "funnel"; figure: FigureName; count: number };

/** Files that no number counts, with the reason. */
export function Gap({ of, figure, count }: GapProps) {
  const t = useTranslations("insights.gap");
  if (count === 0) return null;
  return (
    <Remark mark="unknown" className="text-xs">
      <span key={of}>
        {t.rich(of, {
          count,
          number: () => <FigureLink figure={{ name: figure }} count={count} label={t(`${of}Name`)} />,
        })}
      </span>
    </Remark>
  );
}
