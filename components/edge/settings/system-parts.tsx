import type { ReactNode } from "react";
import { Remark, type RemarkState } from "#components/kit/remark.tsx";

export const State = ({ mark, says, children }: { mark: RemarkState; says: ReactNode; children?: ReactNode }) => (
  <Remark mark={mark} className="text-sm">
    <p>{says}</p>
    {children && <div className="space-y-1 pt-1">{children}</div>}
  </Remark>
);

export const Meaning = ({ children }: { children: ReactNode }) => <p className="text-muted-foreground">{children}</p>;

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A number of bytes in three digits: '912 byte', '1.05 GB'. */
export function formatSize(bytes: number, locale: string): string {
  const step = UNITS.findIndex((_, index) => index === UNITS.length - 1 || bytes < 999.5 * 1_000 ** index);
  const style = { style: "unit", unit: UNITS[step], unitDisplay: "short", maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(locale, style).format(bytes / 1_000 ** step);
}
