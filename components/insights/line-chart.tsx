import { nice, ticks } from "d3-array";
import { line } from "d3-shape";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Folded } from "#components/kit/folded.tsx";
import { MIN_COMPARED_FILES } from "#lib/insights/contract/insights.ts";
import { cn } from "@/components/ui/cn";
import { type ChartLine, type ChartPoint, PointTable } from "./point-table.tsx";

/** Lines differ by dashes and markers, not by colour alone. */
const LINE_STYLES = [
  { dash: undefined, marker: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z" },
  { dash: "6 3", marker: "M-3 -3h6v6h-6z" },
  { dash: "2 3", marker: "M0 -4l4 7h-8z" },
] as const;

type Props = {
  id: string;
  title: string;
  points: readonly ChartPoint[];
  lines: readonly ChartLine[];
  /** A value in words, also for the axis. */
  words: (value: number) => string;
  /** The unit of the axis, such as a day in seconds: axis steps are multiples of it. */
  unit?: number;
  /** Files behind all points; below `MIN_COMPARED_FILES` nothing is drawn. */
  files: number;
};

const HEIGHT = 180;
const MARGIN_TOP = 10;
const MARGIN_BOTTOM = 22;
/** The width on the server, and until the element is measured. */
const DEFAULT_WIDTH = 640;
const TICKS = 4;
/** Width of a character of the axes at 11 px. */
const CHARACTER_WIDTH = 6.5;
/** With more points no markers are drawn. */
const MAX_MARKED_POINTS = 45;

/** Lines over time, and a table of the values. The chart is one tab stop: a slider that announces the values of a point. */
export function LineChart({ id, title, points, lines, words, unit = 1, files }: Props) {
  const t = useTranslations("insights");
  const isKnown = lines.some(({ values }) => values.some((value) => value !== null));
  const isDrawn = files >= MIN_COMPARED_FILES && points.length > 1 && isKnown;
  const reason = files < MIN_COMPARED_FILES ? "fewFiles" : isKnown ? "onePoint" : "fewEach";
  if (files === 0) {
    return (
      <h3 id={id} className="text-muted-foreground text-sm">
        {t("none", { title })}
      </h3>
    );
  }
  return (
    <section aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <h3 id={id} className="pb-1 font-medium text-sm">
        {title}
      </h3>
      {isDrawn ? (
        <Drawing title={title} points={points} lines={lines} words={words} unit={unit} />
      ) : (
        <p className="text-muted-foreground text-sm">{t(reason, { count: files })}</p>
      )}
      <Folded
        later
        summary={t("table", { title })}
        className="group mt-1 text-sm"
        summaryClass="text-muted-foreground text-xs hover:text-foreground"
      >
        <PointTable id={id} points={points} lines={lines} words={words} isFew={files < MIN_COMPARED_FILES} />
      </Folded>
    </section>
  );
}

type DrawingProps = Pick<Props, "title" | "points" | "lines" | "words"> & { unit: number };

function Drawing({ title, points, lines, words, unit }: DrawingProps) {
  const t = useTranslations("insights");
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const last = points.length - 1;
  const [chosen, setStop] = useState(last);
  const [pointed, setPointed] = useState<number | null>(null);
  const stop = Math.min(chosen, last);
  const shown = Math.min(pointed ?? stop, last);

  const greatest = Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => (value ?? 0) / unit)));
  const [, top] = nice(0, greatest, TICKS);
  const steps = ticks(0, top, TICKS).filter((step) => unit > 1 || Number.isInteger(step));
  const left = Math.max(...steps.map((step) => words(step * unit).length)) * CHARACTER_WIDTH + 8;
  const right = 12;
  const x = (index: number) => left + (index * (width - left - right)) / last;
  const y = (value: number) => HEIGHT - MARGIN_BOTTOM - ((value / unit) * (HEIGHT - MARGIN_BOTTOM - MARGIN_TOP)) / top;
  const step = (width - left - right) / last;
  const longest = Math.max(...points.map(({ short }) => short.length)) * CHARACTER_WIDTH + 18;
  const every = Math.max(1, Math.ceil(longest / step));
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0));
  const valueAt = ({ values }: ChartLine, index: number) => {
    const value = values[index] ?? null;
    return value === null ? t("unknown") : words(value);
  };

  const move = (event: KeyboardEvent) => {
    const to = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setStop(Math.min(last, Math.max(0, to)));
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const at = ((clientX - box.left) * width) / box.width;
    setPointed(Math.min(last, Math.max(0, Math.round((at - left) / step))));
  };

  return (
    <div ref={box}>
      <p className="flex min-h-9 flex-wrap items-center gap-x-4 text-xs tabular-nums">
        <span className="text-muted-foreground">{points[shown]?.name}</span>
        {lines.map((each, index) => (
          <span key={each.key} className="inline-flex items-center gap-1.5">
            <Sample look={index} tone={each.tone} />
            {each.name} <strong className="font-semibold">{valueAt(each, shown)}</strong>
          </span>
        ))}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t("chart", { title })}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={stop + 1}
        aria-valuetext={[points[stop]?.name, ...lines.map((each) => `${each.name}: ${valueAt(each, stop)}`)].join(", ")}
        className="rounded"
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <svg aria-hidden viewBox={`0 0 ${width} ${HEIGHT}`} className="block h-auto w-full text-[11px]">
          <g className="fill-muted-foreground forced-colors:fill-[CanvasText]">
            {steps.map((step) => (
              <g key={step}>
                <path
                  d={`M${left} ${y(step * unit)}H${width - right}`}
                  className="stroke-border forced-colors:stroke-[GrayText]"
                />
                <text x={left - 6} y={y(step * unit)} dy="0.35em" textAnchor="end">
                  {words(step * unit)}
                </text>
              </g>
            ))}
            {points.map(({ short, name }, index) =>
              (last - index) % every === 0 ? (
                <text
                  key={name}
                  x={x(index)}
                  y={HEIGHT - 6}
                  textAnchor={index === last ? "end" : index === 0 ? "start" : "middle"}
                  {...(index === last && { dx: right })}
                >
                  {short}
                </text>
              ) : null,
            )}
            <path
              d={`M${x(shown)} ${MARGIN_TOP}V${HEIGHT - MARGIN_BOTTOM}`}
              className="stroke-input forced-colors:stroke-[CanvasText]"
            />
          </g>
          {lines.map(({ key, tone, values }, index) => {
            const { dash, marker } = styleOf(index);
            return (
              <g key={key} className={cn(tone, "forced-colors:text-[CanvasText]")}>
                <path
                  d={path([...values]) ?? undefined}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth={2}
                  strokeLinejoin="round"
                  strokeDasharray={dash}
                />
                {values.map((value, at) =>
                  value !== null && (points.length <= MAX_MARKED_POINTS || at === shown) ? (
                    <path
                      key={points[at]?.name}
                      d={marker}
                      transform={`translate(${x(at)} ${y(value)}) scale(${at === shown ? 1.4 : 0.9})`}
                      fill="currentColor"
                    />
                  ) : null,
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </div>
  );
}

const styleOf = (index: number) => LINE_STYLES[index % LINE_STYLES.length] ?? LINE_STYLES[0];

const Sample = ({ look, tone }: { look: number; tone: string }) => (
  <svg aria-hidden viewBox="0 0 24 10" className={cn("h-2.5 w-6 shrink-0 forced-colors:text-[CanvasText]", tone)}>
    <path d="M0 5H24" stroke="currentColor" strokeWidth={2} strokeDasharray={styleOf(look).dash} />
    <path d={styleOf(look).marker} transform="translate(12 5)" fill="currentColor" />
  </svg>
);

/** The width of an element in pixels: text is drawn at its real size. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
