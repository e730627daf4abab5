"use client";

import { X } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { dayFrom, dayUntil } from "#components/verifications/view/days.ts";
import { type DeliveryFilter, EMPTY_DELIVERY_FILTER } from "#lib/contract/delivery-filter.ts";
import { useEventWords } from "./event-words.ts";

type Props = {
  filter: DeliveryFilter;
  change: (part: Partial<DeliveryFilter>) => void;
  /** Where the focus goes when the last chip is gone. */
  focusElsewhere: () => void;
};

type Chip = { name: string; value: string; without: Partial<DeliveryFilter> };

/** What is applied, each removable. The focus goes to the chip that takes the place of a removed one. */
export function FilterChips({ filter, change, focusElsewhere }: Props) {
  const t = useTranslations("deliveries.filters");
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number | null>(null);
  const chips = useChips(filter);
  const count = chips.length;
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = list.current?.querySelectorAll("button") ?? [];
    const next = count > 0 ? buttons[Math.min(removed.current, count - 1)] : undefined;
    removed.current = null;
    if (next) next.focus();
    else focusElsewhere();
  }, [count, focusElsewhere]);
  if (count === 0) return null;
  return (
    <ul ref={list} aria-label={t("applied")} className="flex flex-wrap items-center gap-1.5 pb-2.5">
      {chips.map(({ name, value, without }, index) => (
        <li key={`${name} ${value}`} className="max-w-full">
          <button
            type="button"
            aria-label={t("remove", { name, value })}
            onClick={() => {
              removed.current = index;
              change(without);
            }}
            className="inline-flex h-6.5 max-w-full items-center gap-1 rounded-full border border-border bg-card pr-1.5 pl-2.5 text-xs hover:bg-muted"
          >
            <span className="truncate">
              <span className="text-muted-foreground">{name}:</span> {value}
            </span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
          </button>
        </li>
      ))}
      <li>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            change(EMPTY_DELIVERY_FILTER);
            focusElsewhere();
          }}
          className="h-6.5 px-2 text-xs"
        >
          {t("clearAll")}
        </Button>
      </li>
    </ul>
  );
}

function useChips(filter: DeliveryFilter): Chip[] {
  const t = useTranslations("deliveries.filters");
  const states = useTranslations("deliveries.state");
  const marks = useTranslations("deliveries.mark");
  const words = useEventWords();
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const moment = (value: string, read: typeof dayFrom): string => {
    const day = value.length === 10 ? value : read(value, timeZone);
    if (day === null) return format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "short" });
    const written = format.dateTime(new Date(day), { dateStyle: "medium", timeZone: "UTC" });
    return value.length === 10 ? t("utcDay", { day: written }) : written;
  };
  const { id, event, outcome, mark, from, to } = filter;
  return [
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
    ...(from === null ? [] : [{ name: t("from"), value: moment(from, dayFrom), without: { from: null } }]),
    ...(to === null ? [] : [{ name: t("to"), value: moment(to, dayUntil), without: { to: null } }]),
  ];
}
