"use client";

import { useTranslations } from "next-intl";
import { ListTotal, type OfList } from "#components/list/list-total.tsx";
import type { DeliveryList } from "#lib/contract/deliveries/delivery.ts";

export function DeliveriesTotal({ total, ...list }: OfList & { total: DeliveryList["total"] | undefined }) {
  const t = useTranslations("deliveries.total");
  return (
    <ListTotal {...list} className="ml-auto">
      {total !== undefined &&
        (typeof total === "number" ? t("exact", { count: total }) : t("atLeast", { count: total.at_least }))}
    </ListTotal>
  );
}
