import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyId } from "#components/kit/copy.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { ExactInstant, formatDuration } from "#components/kit/time.tsx";
import { REFUSAL_REASONS, type Refusal, signedSecond } from "#lib/core/contract/deliveries/delivery.ts";
import { readHeaderLeniently } from "#lib/core/contract/deliveries/signature-check.ts";
import { Card } from "@/components/ui/card";

/** The known part of a refused delivery's header: the receiver stores its time, but no signature. */
export function headerOf(refusal: Refusal | null): string {
  const t = refusal && signedSecond(refusal);
  return t === null ? "" : `t=${t},v1=`;
}

/** The record of a refused delivery. The body is not stored, so the user has to paste it. */
export function RefusedDelivery({ refusal }: { refusal: Refusal }) {
  const t = useTranslations("deliveries.refusals");
  const words = useTranslations("deliveries.bench.refused");
  const locale = useLocale();
  const { at, size, skew_seconds: skew, body_hash } = refusal;
  const reason = REFUSAL_REASONS.find((name) => name === refusal.reason);
  const duration = skew === null ? "" : formatDuration(Math.abs(skew) * 1000, locale);
  return (
    <section aria-labelledby="refused-delivery" className="col-span-full">
      <Card className="gap-3 text-sm">
        <div className="space-y-1">
          <h2 id="refused-delivery" className="font-semibold">
            {words("title")}
          </h2>
          <p className="text-muted-foreground text-[0.8125rem]">{words("about")}</p>
        </div>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          <Fact name={t("at")}>
            <ExactInstant at={at} seconds />
          </Fact>
          <Fact name={t("reason")}>{reason ? t(`reasons.${reason}.title`) : refusal.reason}</Fact>
          <Fact name={t("skew")}>{skew === null ? t("noSkew") : t(skew < 0 ? "ahead" : "behind", { duration })}</Fact>
          <Fact name={words("body")}>
            <span>{size === null ? words("unknown") : t("bytes", { bytes: size })}</span>
            {body_hash !== null && (
              <span className="flex items-baseline gap-1.5 text-xs">
                SHA-256 <CopyId id={body_hash} label={words("copyHash")} />
              </span>
            )}
          </Fact>
        </dl>
      </Card>
    </section>
  );
}

type RefusalComparison = { body: "same" | "other" | "unknown"; sameTime: boolean; bytes: number };

/** Whether the pasted delivery is the refused delivery, by the stored time and SHA-256. */
export async function compareWithRefused(
  refusal: Refusal,
  { header, body }: { header: string; body: Uint8Array<ArrayBuffer> },
): Promise<RefusalComparison> {
  const stated = readHeaderLeniently(header).t;
  const refused = signedSecond(refusal);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return {
    body: refusal.body_hash === null ? "unknown" : refusal.body_hash === hash ? "same" : "other",
    sameTime: stated === null || refused === null || Number(stated) === refused,
    bytes: body.length,
  };
}

/** Differences between the pasted and the refused delivery: with any, the verdict is about another delivery. */
export function ComparedWithRefused({ refusal, compared }: { refusal: Refusal; compared: RefusalComparison }) {
  const t = useTranslations("deliveries.bench.refused");
  const { body, sameTime, bytes } = compared;
  return (
    <Card>
      <ul className="space-y-1.5 text-sm">
        {body === "same" && <Line good>{t("sameBody")}</Line>}
        {body === "other" && <Line>{t("otherBody", { refused: refusal.size ?? 0, given: bytes })}</Line>}
        {body === "unknown" && <Line>{t("unknownBody")}</Line>}
        {!sameTime && <Line>{t("otherTime")}</Line>}
      </ul>
    </Card>
  );
}

const Line = ({ good = false, children }: { good?: boolean; children: ReactNode }) => (
  <li>
    <Remark mark={good ? "good" : "warning"}>{children}</Remark>
  </li>
);
