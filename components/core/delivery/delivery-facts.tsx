import Link from "next/link";
import { useTranslations } from "next-intl";
import { Lag } from "#components/core/deliveries/delivery-columns.tsx";
import { CopyId } from "#components/kit/copy.tsx";
import { FactLine } from "#components/kit/fact.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { useStatementWords } from "#components/kit/statement.ts";
import { ExactInstant } from "#components/kit/time.tsx";
import type { DeliveryDetail } from "#lib/core/contract/deliveries/delivery.ts";
import { shortId } from "#lib/platform/contract/text.ts";

export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.detail");
  const { verification_id: about, event_at, event_at_text, next_attempt_at, size } = delivery;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[0.8125rem] tabular-nums">
      <FactLine name={t("verification")}>
        {about === null ? (
          t("noVerification")
        ) : (
          <Hint text={about}>
            <Link
              href={`/verifications/${encodeURIComponent(about)}`}
              className="wrap-anywhere text-primary underline-offset-2 hover:underline"
            >
              {delivery.tag ?? shortId(about)}
            </Link>
          </Hint>
        )}
      </FactLine>
      <FactLine name={t("happened")}>
        {event_at !== null && <ExactInstant at={event_at} seconds />}
        {event_at === null && (
          <span>{event_at_text ? t("happenedAs", { text: event_at_text }) : t("happenedUnsaid")}</span>
        )}
      </FactLine>
      <FactLine name={t("signed")}>
        <ExactInstant at={delivery.signed_at} seconds />
      </FactLine>
      <FactLine name={t("received")}>
        <ExactInstant at={delivery.received_at} seconds />
      </FactLine>
      <FactLine name={t("lag")}>
        <Lag row={delivery} />
        {delivery.late && <span className="block text-muted-foreground">{t("lateValue")}</span>}
      </FactLine>
      <FactLine name={t("copies")}>{t("copiesValue", { count: delivery.copies })}</FactLine>
      <FactLine name={t("attempts")}>
        <span>{t("attemptsValue", { count: delivery.attempts })}</span>
        {next_attempt_at !== null && (
          <span className="block text-muted-foreground">
            {t.rich("nextAttempt", { at: () => <ExactInstant at={next_attempt_at} seconds /> })}
          </span>
        )}
      </FactLine>
      {size !== null && <FactLine name={t("size")}>{t("sizeValue", { bytes: size })}</FactLine>}
      <FactLine name={t("signature")}>
        <CopyId id={delivery.signature} label={t("copySignature")} />
      </FactLine>
      <FactLine name={t("receiver")}>
        <span translate="no" className="wrap-anywhere font-mono text-xs">
          {delivery.receiver_id}
        </span>
      </FactLine>
    </dl>
  );
}

/** The changes by the delivery, each with a note whether it is still the current state. */
export function Effects({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("deliveries.effects");
  const words = useStatementWords();
  const { effects, state, size } = delivery;
  return (
    <Section id="effects" title={t("title")}>
      {effects.length === 0 ? (
        <EmptySection>{t(state !== "applied" ? "notYet" : size === null ? "gone" : "none")}</EmptySection>
      ) : (
        <ul className="space-y-2.5 text-[0.8125rem]">
          {effects.map(({ statement, at, standing }) => {
            const { subject, text } = words(statement);
            return (
              <li key={statement.kind}>
                <p className="wrap-anywhere font-medium">{subject === null ? text : `${subject}: ${text}`}</p>
                <p className="text-muted-foreground text-xs">
                  {at !== null && <span>{t.rich("at", { at: () => <ExactInstant at={at} seconds /> })} · </span>}
                  <span>{t(`standing.${standing}`)}</span>
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
