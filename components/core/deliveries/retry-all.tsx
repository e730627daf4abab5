import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Cancel } from "#components/kit/buttons.tsx";
import { retryableOptions } from "#lib/core/browser/deliveries.ts";
import { deliveryKeys } from "#lib/core/browser/query-keys.ts";
import { DELIVERY_FILTER, type DeliveryFilter } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** Retries all failed deliveries that match the filter, in three steps: count, confirmation, retry. */
export function RetryAll({ filter }: { filter: DeliveryFilter }) {
  const t = useTranslations("deliveries.retry");
  const client = useQueryClient();
  const count = useQuery(retryableOptions(filter)).data?.count ?? 0;
  const [asking, setAsking] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const retry = useMutation({
    mutationFn: () => api("POST /api/deliveries/retry", { query: DELIVERY_FILTER.write(filter) }),
    onSettled: () => {
      setAsking(false);
      box.current?.focus();
      return client.invalidateQueries({ queryKey: deliveryKeys.all });
    },
  });
  useEffect(() => {
    if (asking) confirm.current?.focus();
  }, [asking]);
  const said = retry.isError ? t("failed") : retry.data ? t("done", { count: retry.data.count }) : null;
  if (count === 0 && said === null) return null;
  return (
    <Alert
      ref={box}
      variant="destructive"
      tabIndex={-1}
      className="mb-2.5 flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-1.5 text-[0.8125rem] outline-none"
    >
      <p role="status" className="min-w-0 flex-1 basis-56">
        {asking ? t("confirm", { count }) : (said ?? t("found", { count }))}
      </p>
      {asking ? (
        <>
          <Button ref={confirm} size="sm" aria-disabled={retry.isPending} onClick={() => retry.mutate()}>
            {retry.isPending ? t("doing") : t("do", { count })}
          </Button>
          <Cancel
            size="sm"
            onClick={() => {
              setAsking(false);
              box.current?.focus();
            }}
          />
        </>
      ) : (
        count > 0 && (
          <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
            {t("ask")}
          </Button>
        )
      )}
    </Alert>
  );
}
