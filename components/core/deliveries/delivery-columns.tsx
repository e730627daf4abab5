import { useLocale, useTranslations } from "next-intl";
import type { ListDefinition } from "#components/kit/list/definition.ts";
import { RowLink, useRow } from "#components/kit/list/list-row.tsx";
import { VerificationLink } from "#components/kit/list/verification-link.tsx";
import { SmallMark } from "#components/kit/marks.tsx";
import { ExactInstant, formatDuration, useExactWords } from "#components/kit/time.tsx";
import type { DeliverySummary } from "#lib/core/contract/deliveries/delivery.ts";
import { instantToMs } from "#lib/platform/contract/time.ts";
import { useEventWords } from "./event-words.ts";
import { OutcomeMark } from "./outcome-mark.tsx";

type CellProps = { row: DeliverySummary };

function EventName({ row: { event_name: name } }: CellProps) {
  const t = useTranslations("deliveries.table");
  const words = useEventWords()(name);
  return (
    <RowLink className="flex min-w-0 items-baseline gap-x-2">
      <span className="max-w-full truncate font-medium @[70rem]:shrink-0">{words ?? name ?? t("unnamed")}</span>
      {words !== null && (
        <code translate="no" className="hidden truncate font-mono text-muted-foreground text-xs @[70rem]:inline">
          {name}
        </code>
      )}
    </RowLink>
  );
}

function Verification({ row: { verification_id: id, tag } }: CellProps) {
  const t = useTranslations("deliveries.table");
  const { tabIndex } = useRow();
  if (id === null) return <span className="text-muted-foreground">{t("none")}</span>;
  return <VerificationLink id={id} tag={tag} tabIndex={tabIndex} />;
}

function Outcome({ row: { state, late, copies } }: CellProps) {
  const t = useTranslations("deliveries.table");
  return (
    <>
      <OutcomeMark state={state} />
      {late && <SmallMark>{t("lateSaid")}</SmallMark>}
      {copies > 1 && (
        <SmallMark>
          <span aria-hidden>{t("copies", { count: copies })}</span>
          <span className="sr-only">{t("copiesSaid", { count: copies })}</span>
        </SmallMark>
      )}
    </>
  );
}

/** The time from the event, or else from the signature, to the receipt. */
export function Lag({ row }: { row: Pick<DeliverySummary, "event_at" | "signed_at" | "received_at"> }) {
  const t = useTranslations("deliveries.table");
  const locale = useLocale();
  const ms = instantToMs(row.received_at) - instantToMs(row.event_at ?? row.signed_at);
  return <span className="whitespace-nowrap">{ms < 1000 ? t("instantly") : formatDuration(ms, locale)}</span>;
}

const COLUMNS = "@[56rem]:grid-cols-[9.5rem_minmax(0,1.6fr)_minmax(7rem,0.8fr)_minmax(12rem,0.8fr)_6rem]";

/** A delivery in one line; in a list narrower than 56rem, a card of two lines, separated by the pseudo-element. */
export const DELIVERIES: ListDefinition<DeliverySummary> = {
  keyOf: ({ delivery_id }) => String(delivery_id),
  hrefOf: ({ delivery_id }) => `/deliveries/${delivery_id}`,
  useHints: () => {
    const exact = useExactWords();
    return { received: ({ received_at }) => [exact(received_at)], event: ({ event_name }) => [event_name] };
  },
  columns: [
    {
      id: "received",
      place: "order-5 block @[56rem]:order-none",
      skeleton: "w-24",
      cell: ({ row }) => (
        <ExactInstant
          at={row.received_at}
          seconds
          className="whitespace-nowrap text-muted-foreground @[56rem]:text-foreground"
        />
      ),
    },
    {
      id: "event",
      place: "order-1 block min-w-0 flex-1 @[56rem]:order-none",
      skeleton: "w-48 max-w-full",
      cell: EventName,
    },
    {
      id: "verification",
      place: "order-4 block min-w-0 flex-1 @[56rem]:order-none",
      skeleton: "w-20",
      cell: Verification,
    },
    {
      id: "outcome",
      place: "order-2 flex items-center gap-x-2 whitespace-nowrap @[56rem]:order-none",
      skeleton: "w-20",
      cell: Outcome,
      value: ({ state }) => state,
    },
    {
      id: "lag",
      place: "hidden text-right text-muted-foreground @[56rem]:block",
      skeleton: "ml-auto w-10",
      cell: Lag,
      hint: "lagHint",
    },
  ],
  layout: {
    table: "[--row:3.75rem] @[56rem]:[--row:2.125rem] @[56rem]:in-data-[density=compact]:[--row:1.875rem]",
    head: "@[56rem]:not-sr-only @[56rem]:block",
    titles: `@[56rem]:grid @[56rem]:h-8 items-center gap-x-3 border-border border-b px-3 ${COLUMNS}`,
    row: `flex h-(--row) flex-wrap content-center items-center gap-x-3 gap-y-1 px-3 before:order-3 before:w-full @[56rem]:grid @[56rem]:scroll-mt-22 @[56rem]:before:hidden ${COLUMNS}`,
  },
};
