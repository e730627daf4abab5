"use client";

import { useTranslations } from "next-intl";
import { EmptySection, Section } from "#components/page/section.tsx";
import { useWords } from "#components/page/service-words.ts";
import { ExactInstant } from "#components/page/time.tsx";
import type { DeliveryDetail, DeliveryEffect } from "#lib/contract/deliveries/delivery.ts";

/** What the delivery states, and whether it is what one sees now. */
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
