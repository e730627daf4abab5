"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { ExactInstant, RelativeInstant } from "#components/time/instant.tsx";
import { CopyId } from "#components/ui/copy-id.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { REFUSAL_REASONS } from "#lib/contract/deliveries/delivery.ts";
import type { ReceiverState } from "#lib/contract/status.ts";

/** Where it delivers, what came last and what was turned away last. */
export function OwnFacts({ state: { url, webhook_id, last_delivery_at, last_refusal } }: { state: ReceiverState }) {
  const t = useTranslations("webhooks.own.fact");
  return (
    <dl className="grid gap-x-8 gap-y-3 border-border border-t pt-4 text-sm sm:grid-cols-2">
      <Fact name={t("address")}>
        {url === null ? (
          <span className="text-muted-foreground">{t("none")}</span>
        ) : (
          <span className="wrap-anywhere font-mono text-xs">{url}</span>
        )}
      </Fact>
      <Fact name={t("webhook")}>
        {webhook_id === null ? (
          <span className="text-muted-foreground">{t("none")}</span>
        ) : (
          <CopyId id={webhook_id} label={t("copyId")} copiedLabel={t("copied")} />
        )}
      </Fact>
      <Fact name={t("lastDelivery")}>
        {last_delivery_at === null ? (
          <span className="text-muted-foreground">{t("never")}</span>
        ) : (
          <span>
            <RelativeInstant at={last_delivery_at} />{" "}
            <Link href="/deliveries" className="ml-2 text-primary text-xs underline-offset-2 hover:underline">
              {t("deliveries")}
            </Link>
          </span>
        )}
      </Fact>
      <Fact name={t("lastRefusal")}>
        {last_refusal === null ? (
          <span className="text-muted-foreground">{t("noRefusal")}</span>
        ) : (
          <span>
            <ExactInstant at={last_refusal.at} />, <ReasonWords reason={last_refusal.reason} />{" "}
            <Link href="/deliveries/refusals" className="ml-2 text-primary text-xs underline-offset-2 hover:underline">
              {t("refusals")}
            </Link>
          </span>
        )}
      </Fact>
    </dl>
  );
}

function ReasonWords({ reason }: { reason: string }) {
  const t = useTranslations("deliveries.refusals.reasons");
  const known = REFUSAL_REASONS.find((name) => name === reason);
  return <span>{known ? t(`${known}.title`).toLowerCase() : reason}</span>;
}
