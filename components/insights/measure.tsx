"use client";

import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Hint } from "#components/page/hint.tsx";
import type { FigureName } from "#lib/contract/figure.ts";
import { FEW } from "#lib/contract/insights/insights.ts";
import type insights from "#messages/en/insights.json";
import { cn } from "@/components/ui/cn";
import { FigureLink } from "./figure-link.tsx";

export type MeasureName = keyof (typeof insights)["measure"];

type Props = {
  of: MeasureName;
  /** Null where nothing is known. */
  value: number | null;
  /** The value in words; a count without. */
  words?: (value: number) => string;
  /** Files behind the value; a count is of itself. */
  files?: number;
  /** The number of files that a share or percentile is taken from, if it differs from `files`. */
  sample?: number;
  figure: FigureName;
  /** The value of the period before. */
  before?: number | null;
  /** Files behind it; a count is of itself. */
  beforeFiles?: number;
  /** Whether more or less is clearly better; neither without. */
  better?: "more" | "less";
};

/** A number with its files, compared with the period before. Of few files, the count alone. */
export function Measure(props: Props) {
  const { of, value, words, files, sample, figure, before = null, beforeFiles = FEW, better } = props;
  const t = useTranslations("insights");
  const format = useFormatter();
  const name = t(`measure.${of}.name`);
  const behind = sample ?? files ?? value ?? 0;
  const isFew = behind < FEW;
  const isShown = value !== null && (files === undefined || !isFew);
  const isCompared = value !== null && before !== null && !isFew && beforeFiles >= FEW;
  return (
    <div className="min-w-0 break-inside-avoid">
      <dt className="text-muted-foreground text-xs">
        <Hint text={t(`measure.${of}.about`)}>
          <span>{name}</span>
        </Hint>
      </dt>
      <dd>
        <p className="font-semibold text-xl tabular-nums tracking-tight sm:text-2xl print:text-base">
          {!isShown ? (
            <span className="font-normal text-muted-foreground text-sm tracking-normal">{t("few")}</span>
          ) : files === undefined ? (
            <FigureLink figure={{ name: figure }} count={value} label={name} />
          ) : (
            (words ?? format.number)(value)
          )}
        </p>
        {isCompared && <Change now={value} before={before} words={words ?? format.number} better={better} />}
        {files !== undefined && (
          <p className="text-muted-foreground text-xs">
            {t.rich("files", {
              count: files,
              number: () => <FigureLink figure={{ name: figure }} count={files} label={name} />,
            })}
          </p>
        )}
      </dd>
    </div>
  );
}

type ChangeProps = { now: number; before: number; words: (value: number) => string; better: Props["better"] };

/** An arrow and words. A colour only repeats what is better. */
function Change({ now, before, words, better }: ChangeProps) {
  const t = useTranslations("insights.change");
  const was = words(before);
  // Values that read the same are the same.
  const direction = was === words(now) ? "same" : now > before ? "up" : "down";
  const Icon = { up: ArrowUp, down: ArrowDown, same: Equal }[direction];
  const isBetter = better && (better === "more") === (direction === "up");
  return (
    <p
      className={cn(
        "flex items-start gap-1 text-xs",
        !better || direction === "same" ? "text-muted-foreground" : isBetter ? "text-done" : "text-high",
      )}
    >
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      {t(direction, { before: was })}
    </p>
  );
}
