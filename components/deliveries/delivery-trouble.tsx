"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { retryDelivery } from "#lib/browser/deliveries.ts";
import { deliveryKeys } from "#lib/browser/query-keys.ts";
import type { DeliveryDetail } from "#lib/contract/deliveries/delivery.ts";

/** Why it is not applied, what that means, and, where it failed, the way to have it applied again. */
export function DeliveryTrouble({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.detail");
  const retrying = useTranslations("deliveries.retry");
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const retry = useMutation({
    mutationFn: () => retryDelivery(delivery.delivery_id),
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
    <div
      ref={box}
      tabIndex={-1}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md border border-medium/40 bg-medium/5 px-3 py-2.5 text-[0.8125rem] outline-none"
    >
      {state !== "applied" && (
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-x-3">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
          <div className="min-w-0 space-y-1">
            <h2 className="font-medium">{t(`${state}Title`)}</h2>
            <p>{t(`${state}Body`)}</p>
            {last_error !== null && (
              <p>
                {state === "pending" && `${t("pendingError")} `}
                <code className="wrap-anywhere font-mono text-xs">{last_error}</code>
              </p>
            )}
          </div>
        </div>
      )}
      {state === "failed" && (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={retry.isPending}
          onClick={() => !retry.isPending && retry.mutate()}
        >
          {retrying(retry.isPending ? "doing" : "one")}
        </Button>
      )}
      <p role="status" className="empty:hidden">
        {said}
      </p>
    </div>
  );
}
