import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { createContext, use } from "react";
import { type FigureName, type Narrowing, NOT_NARROWED, writeFigure } from "#lib/platform/contract/figure.ts";

/** The period and filters of the shown answer. */
export type FigurePeriod = { from: string; to: string; narrowing: Narrowing };

export const FigureScope = createContext<FigurePeriod>({ from: "", to: "", narrowing: NOT_NARROWED });

/** A figure of the answer; with days if it is of a part of the period. */
export type ShownFigure = { name: FigureName; value?: string; from?: string; to?: string };

type Props = {
  /** Null if no list shows these files. */
  figure: ShownFigure | null;
  count: number;
  /** The name of the count for screen readers: the number has no text beside it. */
  label: string;
};

export function FigureLink({ figure, count, label }: Props) {
  const t = useTranslations("insights");
  const format = useFormatter();
  const { from, to, narrowing } = use(FigureScope);
  if (count === 0 || figure === null) return format.number(count);
  const { name, value = null, ...days } = figure;
  const written = writeFigure({ name, value, from, to, ...days, ...narrowing });
  return (
    <Link
      href={`/verifications?${new URLSearchParams({ figure: written })}`}
      prefetch={false}
      className="rounded underline decoration-muted-foreground/50 underline-offset-3 hover:decoration-current"
    >
      <span>{format.number(count)}</span>
      <span className="sr-only">{` ${t("filesOf", { count, of: label })}`}</span>
    </Link>
  );
}
