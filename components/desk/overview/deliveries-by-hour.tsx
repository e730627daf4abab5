import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useShownCount } from "#components/kit/words.tsx";
import { DELIVERY_FILTER } from "#lib/core/contract/deliveries/delivery-filter.ts";
import type { RecentDeliveries } from "#lib/core/contract/deliveries/recent.ts";
import { lowerBoundOf } from "#lib/platform/contract/pages.ts";

type Props = Pick<RecentDeliveries, "hours" | "total">;

const HOUR = { weekday: "short", hour: "numeric", minute: "2-digit" } as const;

/** The deliveries of the last hours: their number with a link to them, and a bar for each hour. */
export function DeliveriesByHour({ hours, total }: Props) {
  const t = useTranslations("overview-parts.connection");
  const format = useFormatter();
  const shown = useShownCount();
  const [first] = hours;
  if (!first) return null;
  const hourOf = (at: string) => format.dateTime(new Date(at), HOUR);
  const from = hourOf(first.from);
  const fullest = hours.reduce(
    (most, hour) => (lowerBoundOf(hour.count) > lowerBoundOf(most.count) ? hour : most),
    first,
  );
  const href = `/deliveries?${DELIVERY_FILTER.write({ ...DELIVERY_FILTER.empty, from: first.from })}`;
  return (
    <div className="space-y-2">
      <p className="text-sm tabular-nums">
        <Link href={href} className="underline-offset-2 hover:underline">
          {t("since", { least: lowerBoundOf(total), count: shown(total), from })}
        </Link>
      </p>
      <Bars
        hours={hours}
        most={Math.max(1, lowerBoundOf(fullest.count))}
        says={
          fullest.count === 0
            ? t("noneByHour", { from })
            : t("byHour", {
                from,
                most: shown(fullest.count),
                at: hourOf(fullest.from),
                empty: hours.filter(({ count }) => count === 0).length,
                hours: hours.length,
              })
        }
      />
      <p aria-hidden className="flex justify-between text-muted-foreground text-xs tabular-nums">
        <span>{from}</span>
        <span>{t("now")}</span>
      </p>
    </div>
  );
}

/** Units of the drawing: the width of an hour with its gap, and the maximal height. */
const STEP = 8;
const GAP = 1.5;
const HEIGHT = 40;
/** The minimal height: a single delivery stays visible beside thousands. */
const MIN_HEIGHT = 2;

function Bars({ hours, most, says }: Pick<Props, "hours"> & { most: number; says: string }) {
  const width = hours.length * STEP - GAP;
  return (
    <svg
      role="img"
      aria-label={says}
      viewBox={`0 0 ${width} ${HEIGHT + 1}`}
      preserveAspectRatio="none"
      className="h-14 w-full"
    >
      {hours.map(({ from, count }, place) => {
        const height = count === 0 ? 0 : Math.max(MIN_HEIGHT, (HEIGHT * lowerBoundOf(count)) / most);
        // The last hour is not over.
        const tone = place === hours.length - 1 ? "fill-primary/40" : "fill-primary/70";
        return (
          <rect key={from} x={place * STEP} y={HEIGHT - height} width={STEP - GAP} height={height} className={tone} />
        );
      })}
      <path d={`M0 ${HEIGHT + 0.5}H${width}`} vectorEffect="non-scaling-stroke" className="stroke-border" />
    </svg>
  );
}
