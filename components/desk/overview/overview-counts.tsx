import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Retry } from "#components/kit/buttons.tsx";
import { useShownCount } from "#components/kit/words.tsx";
import { type ListCount, lowerBoundOf } from "#lib/platform/contract/pages.ts";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

type Props = { label: string; count: ListCount; detail?: string; href?: string; tone?: "high" | "failed" };

const TONE = { high: "text-high", failed: "text-failed" } as const;

/** A count with its note; if a list shows the counted rows, the whole card links to it. The label is below, on a phone between them. */
export function CountCard({ label, count, detail, href, tone }: Props) {
  const shown = useShownCount();
  return (
    <Card
      className={cn(
        "relative flex-row items-baseline gap-x-3 gap-y-0 px-4 py-3 sm:flex-wrap sm:content-start sm:gap-x-2",
        href && "hover:border-input",
      )}
    >
      <dt className="order-2 text-muted-foreground text-sm sm:order-3 sm:w-full">
        {href ? (
          <Link href={href} className="after:absolute after:inset-0 after:rounded-lg">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd
        className={cn(
          "order-1 min-w-10 font-semibold text-2xl tabular-nums tracking-tight sm:min-w-0",
          tone && count !== 0 && TONE[tone],
        )}
      >
        {shown(count)}
      </dd>
      {detail && (
        <dd className="order-3 ml-auto text-right text-muted-foreground text-xs sm:order-2 sm:ml-0 sm:text-left">
          {detail}
        </dd>
      )}
    </Card>
  );
}

/** Shown instead of the numbers. */
export function OverviewFailed({ query }: Pick<ComponentProps<typeof Retry>, "query">) {
  const t = useTranslations("overview");
  return (
    <div className="space-y-3 py-16 text-center">
      <p>{t("failed")}</p>
      <Retry query={query} size="default" />
    </div>
  );
}

type DistributionProps = {
  id: string;
  title: string;
  counts: Readonly<Record<string, ListCount>>;
  /** Known values in their order; other values follow by name. */
  order: readonly string[];
  /** The filter in a row's link to the list. */
  parameter: "status" | "documents_status";
  nameOf: (value: string) => string;
};

/** The number of verifications by value, as rows with a bar each. */
export function Distribution({ id, title, counts, order, parameter, nameOf }: DistributionProps) {
  const shown = useShownCount();
  const values = [
    ...order,
    ...Object.keys(counts)
      .filter((value) => !order.includes(value))
      .sort(),
  ];
  const most = Math.max(1, ...Object.values(counts).map(lowerBoundOf));
  return (
    <section aria-labelledby={id}>
      <Card className="gap-2">
        <h2 id={id} className="font-semibold text-sm">
          {title}
        </h2>
        <ul className="grid grid-cols-[fit-content(12rem)_minmax(0,1fr)_auto] gap-x-4">
          {values.map((value) => {
            const count = counts[value] ?? 0;
            return (
              <li key={value} className="relative col-span-3 grid h-8 grid-cols-subgrid items-center text-sm">
                {value === "unknown" ? (
                  <span className="truncate text-muted-foreground">{nameOf(value)}</span>
                ) : (
                  <Link
                    href={`/verifications?${new URLSearchParams({ [parameter]: value })}`}
                    className="truncate after:absolute after:-inset-x-2 after:inset-y-0 after:rounded hover:after:bg-muted/50"
                  >
                    {nameOf(value)}
                  </Link>
                )}
                <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-muted">
                  <span
                    className="block h-full rounded-full bg-primary/70"
                    style={{ width: `${(100 * lowerBoundOf(count)) / most}%` }}
                  />
                </span>
                <span className="text-right tabular-nums">{shown(count)}</span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
