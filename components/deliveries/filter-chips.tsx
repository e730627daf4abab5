"use client";

import { useTranslations } from "next-intl";
import { type Chip, FilterChips } from "#components/list/filter-chips.tsx";
import { useDayWords } from "#components/list/use-day-words.ts";
import { type DeliveryFilter, EMPTY_DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { useEventWords } from "./event-words.ts";

type Props = {
  filter: DeliveryFilter;
  change: (part: Partial<DeliveryFilter>) => void;
  focusElsewhere: () => void;
};

/** What narrows the deliveries, in words. */
export function DeliveryChips({ filter, ...rest }: Props) {
  return <FilterChips chips={useChips(filter)} empty={EMPTY_DELIVERY_FILTER} {...rest} />;
}

function useChips({ id, event, outcome, mark, from, to }: DeliveryFilter): Chip<DeliveryFilter>[] {
  const t = useTranslations("deliveries.filters");
  const states = useTranslations("deliveries.state");
  const marks = useTranslations("deliveries.mark");
  const words = useEventWords();
  const days = useDayWords();
  const chips: Omit<Chip<DeliveryFilter>, "key">[] = [
    ...(id === null ? [] : [{ name: t("id"), value: id, without: { id: null } }]),
    ...event.map((name) => ({
      name: t("event"),
      value: words(name) ?? name,
      without: { event: event.filter((other) => other !== name) },
    })),
    ...outcome.map((state) => ({
      name: t("outcome"),
      value: states(state),
      without: { outcome: outcome.filter((other) => other !== state) },
    })),
    ...mark.map((one) => ({
      name: t("mark"),
      value: marks(one),
      without: { mark: mark.filter((other) => other !== one) },
    })),
    ...(from === null ? [] : [{ name: t("from"), value: days.from(from), without: { from: null } }]),
    ...(to === null ? [] : [{ name: t("to"), value: days.until(to), without: { to: null } }]),
  ];
  return chips.map((chip) => ({ ...chip, key: `${chip.name} ${chip.value}` }));
}
