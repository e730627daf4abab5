import Link from "next/link";
import { useFormatter } from "next-intl";

type Props = {
  id: string;
  title: string;
  counts: Readonly<Record<string, number>>;
  /** Known values in their order; others that were counted follow by name. */
  order: readonly string[];
  /** The filter of the list that a row leads to. */
  parameter: "status" | "documents_status";
  nameOf: (value: string) => string;
};

/** How many verifications stand at each value, as rows with a bar each. */
export function Distribution({ id, title, counts, order, parameter, nameOf }: Props) {
  const format = useFormatter();
  const values = [
    ...order,
    ...Object.keys(counts)
      .filter((value) => !order.includes(value))
      .sort(),
  ];
  const most = Math.max(1, ...Object.values(counts));
  return (
    <section aria-labelledby={id} className="rounded-lg border border-border bg-card p-4">
      <h2 id={id} className="mb-2 font-semibold text-sm">
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
                  style={{ width: `${(100 * count) / most}%` }}
                />
              </span>
              <span className="text-right tabular-nums">{format.number(count)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
