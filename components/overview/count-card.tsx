import Link from "next/link";
import { useFormatter } from "next-intl";
import { cn } from "#components/ui/cn.ts";

type Props = { label: string; count: number; href?: string; tone?: "high" | "failed" };

const TONE = { high: "text-high", failed: "text-failed" } as const;

/** One number that matters; where it has a place that shows what it counts, the whole card leads there. */
export function CountCard({ label, count, href, tone }: Props) {
  const format = useFormatter();
  return (
    <div
      className={cn(
        "relative flex flex-row-reverse items-baseline justify-end gap-3 rounded-lg border border-border bg-card px-4 py-3 sm:flex-col-reverse sm:items-stretch sm:gap-0",
        href && "hover:border-input",
      )}
    >
      <dt className="text-muted-foreground text-sm">
        {href ? (
          <Link href={href} className="after:absolute after:inset-0 after:rounded-lg">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd
        className={cn("min-w-10 font-semibold text-2xl tabular-nums tracking-tight", tone && count > 0 && TONE[tone])}
      >
        {format.number(count)}
      </dd>
    </div>
  );
}
