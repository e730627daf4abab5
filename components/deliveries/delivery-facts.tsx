"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ExactInstant } from "#components/page/time.tsx";
import { CopyId, shortId } from "#components/ui/copy-id.tsx";
import type { DeliveryDetail } from "#lib/contract/deliveries/delivery.ts";
import { Lag } from "./lag.tsx";

/** What is known of the receipt. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.detail");
  const { verification_id: about, event_at, next_attempt_at, size } = delivery;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[0.8125rem] tabular-nums">
      <Fact name={t("verification")}>
        {about === null ? (
          t("noVerification")
        ) : (
          <Link
            href={`/verifications/${encodeURIComponent(about)}`}
            title={about}
            className="wrap-anywhere text-primary underline-offset-2 hover:underline"
          >
            {delivery.tag ?? shortId(about)}
          </Link>
        )}
      </Fact>
      <Fact name={t("happened")}>
        {event_at === null ? t("happenedUnsaid") : <ExactInstant at={event_at} seconds />}
      </Fact>
      <Fact name={t("signed")}>
        <ExactInstant at={delivery.signed_at} seconds />
      </Fact>
      <Fact name={t("received")}>
        <ExactInstant at={delivery.received_at} seconds />
      </Fact>
      <Fact name={t("lag")}>
        <Lag delivery={delivery} />
        {delivery.late && <span className="block text-muted-foreground">{t("lateValue")}</span>}
      </Fact>
      <Fact name={t("copies")}>{t("copiesValue", { count: delivery.copies })}</Fact>
      <Fact name={t("attempts")}>
        {t("attemptsValue", { count: delivery.attempts })}
        {next_attempt_at !== null && (
          <span className="block text-muted-foreground">
            {t.rich("nextAttempt", { at: () => <ExactInstant at={next_attempt_at} seconds /> })}
          </span>
        )}
      </Fact>
      {size !== null && <Fact name={t("size")}>{t("sizeValue", { bytes: size })}</Fact>}
      <Fact name={t("signature")}>
        <CopyId id={delivery.signature} label={t("copySignature")} copiedLabel={t("copied")} />
      </Fact>
      <Fact name={t("receiver")}>
        <span className="wrap-anywhere font-mono text-xs">{delivery.receiver_id}</span>
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted-foreground">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);
