"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { ROLE, ROW_LINK } from "#components/list/layout.ts";
import { VerificationLink } from "#components/list/verification-link.tsx";
import { ExactInstant } from "#components/page/time.tsx";
import { cn } from "#components/ui/cn.ts";
import type { DeliverySummary } from "#lib/contract/deliveries/delivery.ts";
import { useEventWords } from "./event-words.ts";
import { Lag } from "./lag.tsx";
import { CELL, ROW } from "./layout.ts";
import { OutcomeMark } from "./outcome-mark.tsx";

type Props = {
  row: DeliverySummary;
  /** Whether Tab comes to this row. */
  active: boolean;
  onFocus: (id: number) => void;
};

/** A delivery in one line. All of it leads to the delivery, but for the verification's name. */
function DeliveryRowView({ row, active, onFocus }: Props) {
  const t = useTranslations("deliveries.table");
  const words = useEventWords();
  const { delivery_id: id, event_name: name, verification_id: about } = row;
  const tabIndex = active ? 0 : -1;
  return (
    <tr
      {...ROLE.row}
      onFocus={() => onFocus(id)}
      className={cn(
        "relative border-border border-b [contain-intrinsic-size:auto_3.6rem] [content-visibility:auto] hover:bg-muted/60 @[56rem]:[contain-intrinsic-size:auto_2rem]",
        ROW,
      )}
    >
      <td {...ROLE.cell} className={CELL.received}>
        <ExactInstant at={row.received_at} seconds className="whitespace-nowrap @[56rem]:text-foreground" />
      </td>
      <td {...ROLE.cell} className={CELL.event}>
        <Link
          href={`/deliveries/${id}`}
          prefetch={false}
          data-row-link
          tabIndex={tabIndex}
          className={cn("flex min-w-0 items-baseline gap-x-2", ROW_LINK)}
        >
          <span className="max-w-full truncate font-medium @[70rem]:shrink-0">
            {words(name) ?? (name === null ? t("unnamed") : name)}
          </span>
          {words(name) !== null && (
            <code className="hidden truncate font-mono text-muted-foreground text-xs @[70rem]:inline">{name}</code>
          )}
        </Link>
      </td>
      <td {...ROLE.cell} className={CELL.verification}>
        {about === null ? (
          <span className="text-muted-foreground">{t("none")}</span>
        ) : (
          <VerificationLink id={about} tag={row.tag} tabIndex={tabIndex} />
        )}
      </td>
      <td {...ROLE.cell} className={CELL.outcome}>
        <OutcomeMark state={row.state} />
        {row.late && <Mark>{t("lateSaid")}</Mark>}
        {row.copies > 1 && (
          <Mark>
            <span aria-hidden>{t("copies", { count: row.copies })}</span>
            <span className="sr-only">{t("copiesSaid", { count: row.copies })}</span>
          </Mark>
        )}
      </td>
      <td {...ROLE.cell} className={CELL.lag}>
        <Lag delivery={row} />
      </td>
    </tr>
  );
}

const Mark = ({ children }: { children: React.ReactNode }) => (
  <span className="rounded border border-border px-1.5 text-muted-foreground text-xs">{children}</span>
);

/** Drawn again when its own delivery changed, not whenever another came in above. */
export const DeliveryRow = memo(
  DeliveryRowView,
  (before, after) => before.active === after.active && JSON.stringify(before.row) === JSON.stringify(after.row),
);
