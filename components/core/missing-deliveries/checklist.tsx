import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleQuestionMark, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyId } from "#components/kit/copy.tsx";
import { ListFailure } from "#components/kit/list/list-states.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { refusalListOptions } from "#lib/core/browser/deliveries.ts";
import { receiverOptions, statusOptions } from "#lib/core/browser/status.ts";
import type { Refusal } from "#lib/core/contract/deliveries/delivery.ts";
import { SOURCE_ADDRESSES } from "#lib/platform/contract/source-addresses.ts";
import { Card } from "@/components/ui/card";
import { type CauseState, causesOf } from "./causes.ts";

const STATE_ICONS = {
  ok: { icon: CircleCheck, tone: "text-done" },
  trouble: { icon: TriangleAlert, tone: "text-failed" },
  unknown: { icon: CircleQuestionMark, tone: "text-medium" },
  checking: { icon: CircleDashed, tone: "text-waiting" },
} as const;

/** The five causes of missing deliveries by the interface, each with what the dashboard knows about it. */
export function Checklist() {
  const t = useTranslations("deliveries.missing");
  const receiver = useQuery(receiverOptions());
  const status = useQuery(statusOptions());
  const refusal = useLastRefusal();
  const { data } = receiver;
  if (receiver.isLoadingError) return <ListFailure of="deliveries" query={receiver} />;
  const causes =
    data && !status.isPending && refusal !== undefined
      ? causesOf({ receiver: data, status: status.data ?? null, refusal, nowMs: Date.now() })
      : null;
  const at = (instant: string | null) => ({ at: () => (instant ? <ExactInstant at={instant} /> : null) });
  return (
    <Card className="p-0">
      <ol className="divide-y divide-border">
        <Cause title={t("https.title")} state={causes?.https.state}>
          {causes && <p>{t(`https.${causes.https.words}`)}</p>}
        </Cause>
        <Cause title={t("firewall.title")} state={causes?.firewall.state}>
          {causes && (
            <p>
              {causes.firewall.state === "ok" ? (
                <span>{t.rich("firewall.ok", at(causes.firewall.last))}</span>
              ) : (
                t("firewall.unknown")
              )}
            </p>
          )}
          <ul aria-label={t("firewall.addresses")} className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
            {SOURCE_ADDRESSES.map((address) => (
              <li key={address}>
                <CopyId id={address} label={t("firewall.copy")} />
              </li>
            ))}
          </ul>
        </Cause>
        <Cause title={t("slow.title")} state={causes?.slow.state}>
          {causes && <p>{t(`slow.${causes.slow.state}`)}</p>}
        </Cause>
        <Cause title={t("disabled.title")} state={causes?.disabled.state}>
          {causes && data && (
            <p className="wrap-anywhere">
              {t(`disabled.${causes.disabled.words}`, {
                count: data.missing_events.length,
                names: data.missing_events.join(", "),
              })}
            </p>
          )}
        </Cause>
        <Cause title={t("signature.title")} state={causes?.signature.state}>
          {causes && (
            <p>
              {causes.signature.state === "ok" ? (
                t("signature.ok")
              ) : (
                <span>{t.rich("signature.trouble", at(causes.signature.last))}</span>
              )}
            </p>
          )}
          <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
            <Link href="/deliveries/refusals" className="text-primary underline-offset-2 hover:underline">
              {t("signature.refusals")}
            </Link>
            <Link href="/deliveries/signature" className="text-primary underline-offset-2 hover:underline">
              {t("signature.bench")}
            </Link>
          </p>
        </Cause>
      </ol>
    </Card>
  );
}

/** `state` is undefined while the check is running. */
type CauseProps = { title: string; state: CauseState | undefined; children: ReactNode };

function Cause({ title, state: known, children }: CauseProps) {
  const t = useTranslations("deliveries.missing.state");
  const state = known ?? "checking";
  const { icon: Icon, tone } = STATE_ICONS[state];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-3 text-[0.8125rem]">
      <Icon aria-hidden className={`mt-0.5 size-4 ${tone}`} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="font-medium text-sm">{title}</h2>
          <p className={`font-medium text-xs ${tone}`}>{t(state)}</p>
        </div>
        <div className="mt-0.5 text-muted-foreground">{children}</div>
      </div>
    </li>
  );
}

/** The newest delivery with a refused signature; null for none, undefined while loading. */
export function useLastRefusal(): Refusal | null | undefined {
  const { data } = useInfiniteQuery(refusalListOptions("no_match"));
  return data && (data.pages[0]?.items[0] ?? null);
}
