"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Lag } from "#components/deliveries/delivery-columns.tsx";
import { EmptySection, Section } from "#components/page/section.tsx";
import { ExactInstant } from "#components/page/time.tsx";
import { useWords } from "#components/page/words.tsx";
import { CopyId, shortId } from "#components/ui/copy.tsx";
import type { DeliveryDetail, DeliveryEffect } from "#lib/contract/deliveries/delivery.ts";

/** What was recorded when the delivery was received: times, size, copies, attempts, signature. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.detail");
  const { verification_id: about, event_at, event_at_text, next_attempt_at, size } = delivery;
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
        {event_at !== null && <ExactInstant at={event_at} seconds />}
        {event_at === null && (event_at_text ? t("happenedAs", { text: event_at_text }) : t("happenedUnsaid"))}
      </Fact>
      <Fact name={t("signed")}>
        <ExactInstant at={delivery.signed_at} seconds />
      </Fact>
      <Fact name={t("received")}>
        <ExactInstant at={delivery.received_at} seconds />
      </Fact>
      <Fact name={t("lag")}>
        <Lag row={delivery} />
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
        <CopyId id={delivery.signature} label={t("copySignature")} />
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

/** What the delivery changed, and whether that is still the current state. */
export function Effects({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.effects");
  const { effects, state, size } = delivery;
  return (
    <Section id="effects" title={t("title")}>
      {effects.length === 0 ? (
        <EmptySection>{t(state !== "applied" ? "notYet" : size === null ? "gone" : "none")}</EmptySection>
      ) : (
        <ul className="space-y-2.5 text-[0.8125rem]">
          {effects.map((effect) => (
            <li key={effect.kind}>
              <EffectLine effect={effect} />
              <p className="text-muted-foreground text-xs">
                {effect.at !== null && (
                  <>{t.rich("at", { at: () => <ExactInstant at={effect.at ?? ""} seconds /> })} · </>
                )}
                {t(`standing.${effect.standing}`)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function EffectLine({ effect }: { effect: DeliveryEffect }) {
  const t = useTranslations("deliveries.effects");
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  switch (effect.kind) {
    case "status":
      return <p className="font-medium">{t("status", { to: status(effect.to) ?? effect.to })}</p>;
    case "extraction":
      return <p className="font-medium">{t("extraction")}</p>;
    case "documents_status": {
      const from = effect.from === null ? t("noStatus") : (documents(effect.from) ?? effect.from);
      return <p className="font-medium">{t("documents_status", { from, to: documents(effect.to) ?? effect.to })}</p>;
    }
    case "findings": {
      const { high, medium, low } = effect;
      return <p className="font-medium">{t("findings", { high, medium, low })}</p>;
    }
    case "item": {
      const { internal_status, item_error } = effect;
      const id = String(effect.item_id);
      return (
        <p className="wrap-anywhere font-medium">
          {internal_status === null ? t("item", { id }) : t("itemStatus", { id, status: internal_status })}
          {item_error !== null && <span className="text-failed"> · {t("itemError", { error: item_error })}</span>}
        </p>
      );
    }
    case "label_added":
    case "label_removed":
      return <p className="wrap-anywhere font-medium">{t(effect.kind, { label: effect.label })}</p>;
    case "person":
      return (
        <p className="font-medium">
          {t("person", { id: String(effect.people_id) })}
          {effect.people_error !== null && (
            <span className="text-failed"> · {t("itemError", { error: effect.people_error })}</span>
          )}
        </p>
      );
  }
}
