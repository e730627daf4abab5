"use client";

import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import type { DeliveryEntry } from "#lib/contract/verifications/activity.ts";
import { Payload } from "./payload.tsx";

/** When a delivery was signed and came in, what became of it, and what was sent. */
export function DeliveryDetails({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
        <span>{t.rich("signed", { at: () => <ExactInstant at={entry.signed_at} seconds /> })}</span>
        <span>{t.rich("received", { at: () => <ExactInstant at={entry.received_at} seconds /> })}</span>
        <span>{t("delivery", { id: String(entry.delivery_id) })}</span>
      </p>
      {entry.state === "unrecognized" && <p className="text-xs">{t("unrecognizedBody")}</p>}
      {entry.state === "failed" && <p className="text-xs">{t("notAppliedBody")}</p>}
      {entry.last_error !== null && <p className="wrap-anywhere font-mono text-failed text-xs">{entry.last_error}</p>}
      {entry.payload === null ? (
        <p className="text-muted-foreground text-xs">{t(entry.kept ? "unreadable" : "gone")}</p>
      ) : (
        <Payload name={t("payload")} text={entry.payload} />
      )}
    </>
  );
}
