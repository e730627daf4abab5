import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Hint } from "#components/kit/hint.tsx";
import { MIN_COMPARED_FILES, type Percentiles } from "#lib/insights/contract/insights.ts";
import type { FigureName } from "#lib/platform/contract/figure.ts";
import type insights from "#messages/en/insights/insights.json";
import { cn } from "@/components/ui/cn";
import { FigureLink } from "./figure-link.tsx";

export type MeasureName = keyof (typeof insights)["measure"];

export type MeasureProps = {
  of: MeasureName;
  /** Null if unknown. */
  value: number | null;
  /** The value in words; without it the value is a count. */
  words?: (value: number) => string;
  /** Files behind the value; undefined for a count. */
  files?: number;
  /** The number of files behind a share or percentile, if it differs from `files`. */
  sample?: number;
  figure: FigureName;
  /** The day of a count of one day, whatever the period. */
  day?: string;
  /** The value of the previous period. */
  before?: number | null;
  /** Files behind the previous value; undefined for a count. */
  beforeFiles?: number;
  moreIsBetter?: boolean;
  startsRow?: boolean;
};

const PERCENTILES = ["p50", "p75", "p90"] as const;

type Times = Pick<MeasureProps, "words" | "figure"> & {
  now: Percentiles;
  files: number;
  before: Percentiles;
  beforeFiles: number;
};

/** The percentiles of a time as numbers that share a row. */
export const percentileMeasures = (
  of: "completion" | "decision",
  { now, before, ...shared }: Times,
): readonly MeasureProps[] =>
  PERCENTILES.map((p) => ({
    ...shared,
    of: `${of}_${p}` as const,
    value: now[`${p}_seconds`],
    before: before[`${p}_seconds`],
    startsRow: p === "p50",
  }));

const behind = ({ value, files, sample }: MeasureProps): number => sample ?? files ?? value ?? 0;

/** A value needs `MIN_COMPARED_FILES` files behind it; a count is always shown. */
export const isShown = (measure: MeasureProps): boolean =>
  measure.value !== null && (measure.files === undefined || behind(measure) >= MIN_COMPARED_FILES);

/** A number with its files, compared with the previous period. */
export function Measure(props: MeasureProps) {
  const {
    of,
    value,
    words,
    files,
    figure,
    day,
    before = null,
    beforeFiles = MIN_COMPARED_FILES,
    moreIsBetter = false,
    startsRow = false,
  } = props;
  const t = useTranslations("insights");
  const format = useFormatter();
  const name = t(`measure.${of}.name`);
  if (value === null) return null;
  const isCompared = before !== null && behind(props) >= MIN_COMPARED_FILES && beforeFiles >= MIN_COMPARED_FILES;
  return (
    // A subgrid: the numbers of a row stand at one height, however many lines their labels take.
    <div
      className={cn("row-span-2 grid min-w-0 break-inside-avoid grid-rows-subgrid gap-y-0", startsRow && "col-start-1")}
    >
      <dt className="self-end text-muted-foreground text-xs">
        <Hint text={t(`measure.${of}.about`)}>
          <span>{name}</span>
        </Hint>
      </dt>
      <dd>
        <p className="font-semibold text-xl tabular-nums tracking-tight sm:text-2xl print:text-base">
          {files === undefined ? (
            <FigureLink figure={{ name: figure, ...(day && { from: day, to: day }) }} count={value} label={name} />
          ) : (
            (words ?? format.number)(value)
          )}
        </p>
        {isCompared && (
          <Change now={value} before={before} words={words ?? format.number} moreIsBetter={moreIsBetter} />
        )}
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

type ChangeProps = { now: number; before: number; words: (value: number) => string; moreIsBetter: boolean };

/** The number of the period before, with an arrow. A change has a colour only where more is better. */
function Change({ now, before, words, moreIsBetter }: ChangeProps) {
  const t = useTranslations("insights");
  const was = words(before);
  // Values with equal words count as equal.
  const direction = was === words(now) ? "same" : now > before ? "up" : "down";
  const Icon = { up: ArrowUp, down: ArrowDown, same: Equal }[direction];
  const colour = { up: "text-done", down: "text-high", same: "text-muted-foreground" }[direction];
  return (
    <p className={cn("flex items-start gap-1 text-xs", moreIsBetter ? colour : "text-muted-foreground")}>
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      <span>{t("before", { before: was })}</span>
    </p>
  );
}
