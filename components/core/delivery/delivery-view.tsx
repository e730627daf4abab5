"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useEventWords } from "#components/core/deliveries/event-words.ts";
import { OutcomeMark } from "#components/core/deliveries/outcome-mark.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { Code } from "#components/kit/code.tsx";
import { CopyButton, CopyId } from "#components/kit/copy.tsx";
import { usePageCrumb } from "#components/kit/crumbs.ts";
import { StaleNote } from "#components/kit/list/list-states.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Payload } from "#components/kit/payload.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { deliveryOptions } from "#lib/core/browser/deliveries.ts";
import { deliveryKeys } from "#lib/core/browser/query-keys.ts";
import { type DeliveryDetail, isTooLarge } from "#lib/core/contract/deliveries/delivery.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DeliveryFacts, Effects } from "./delivery-facts.tsx";

export function DeliveryView({ id }: { id: number }) {
  const query = useQuery(deliveryOptions(id));
  const { data } = query;
  return (
    <div className="max-w-6xl space-y-4">
      <StaleNote query={query} />
      {data && <Delivery delivery={data} />}
    </div>
  );
}

function Delivery({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.detail");
  const table = useTranslations("deliveries.table");
  const words = useEventWords();
  const { event_name: name, payload, size } = delivery;
  usePageCrumb(t("heading", { id: String(delivery.delivery_id) }));
  return (
    <article className="space-y-4">
      <PageHeader
        title={words(name) ?? name ?? table("unnamed")}
        back={<BackLink href="/deliveries">{t("back")}</BackLink>}
        facts={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs">
            <OutcomeMark state={delivery.state} />
            {name !== null && <Code>{name}</Code>}
            <CopyId id={String(delivery.delivery_id)} label={t("copyDelivery")} />
          </div>
        }
      />
      <DeliveryProblem delivery={delivery} />
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <Section id="receipt" title={t("facts")}>
          <DeliveryFacts delivery={delivery} />
        </Section>
        <Effects delivery={delivery} />
      </div>
      <Section
        id="payload"
        title={t("payload")}
        aside={
          payload !== null && (
            <CopyButton variant="ghost" size="xs" text={() => payload} className="-my-1">
              {t("copyPayload")}
            </CopyButton>
          )
        }
      >
        {payload === null ? (
          <EmptySection>{size === null ? t("gone") : t("unreadable")}</EmptySection>
        ) : (
          <Payload name={t("payload")} text={payload} />
        )}
      </Section>
    </article>
  );
}

/** The reason why a delivery is not applied, with its consequence; a failed delivery has a retry button. */
function DeliveryProblem({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.detail");
  const retrying = useTranslations("deliveries.retry");
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const retry = useMutation({
    mutationFn: () =>
      api("POST /api/deliveries/{delivery_id}/retry", { params: { delivery_id: delivery.delivery_id } }),
    onSettled: () => {
      box.current?.focus();
      return client.invalidateQueries({ queryKey: deliveryKeys.all });
    },
  });
  const { state, last_error } = delivery;
  const conflict = retry.error instanceof ApiError && retry.error.status === 409;
  const said = retry.isError
    ? retrying(conflict ? "conflict" : "failed")
    : retry.isSuccess && state !== "failed"
      ? retrying("oneDone")
      : null;
  if (state === "applied" && said === null) return null;
  return (
    <Alert
      ref={box}
      variant="warning"
      tabIndex={-1}
      className="flex-wrap gap-x-4 px-3 py-2.5 text-[0.8125rem] outline-none"
    >
      {state !== "applied" && (
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-x-3">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
          <div className="min-w-0 space-y-1">
            <h2 className="font-medium">{t(`${state}Title`)}</h2>
            <p>{t(isTooLarge(delivery) ? "tooLargeBody" : `${state}Body`)}</p>
            {last_error !== null && (
              <p>
                {state === "pending" && <span>{`${t("pendingError")} `}</span>}
                <code translate="no" className="wrap-anywhere font-mono text-xs">
                  {last_error}
                </code>
              </p>
            )}
          </div>
        </div>
      )}
      {state === "failed" && (
        <Button variant="outline" size="sm" aria-disabled={retry.isPending} onClick={() => retry.mutate()}>
          {retrying(retry.isPending ? "doing" : "one")}
        </Button>
      )}
      <p role="status" className="empty:hidden">
        {said}
      </p>
    </Alert>
  );
}
