"use client";

import { Wrench } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { RelativeInstant } from "#components/time/instant.tsx";
import { StatusMark } from "#components/verification/marks.tsx";
import { useWords } from "#components/verification/use-words.ts";
import type { SandboxLabel, SandboxPlay } from "#lib/contract/sandbox/sandbox.ts";
import { DeliveryCounts } from "./delivery-counts.tsx";
import { WorkPanel } from "./work-panel.tsx";

/** One verification that was played: where it stands, its deliveries, and what can be done to it. */
export function PlayEntry({ play, catalogue }: { play: SandboxPlay; catalogue: SandboxLabel[] }) {
  const t = useTranslations("sandbox");
  const documentsWord = useWords("documentsStatus");
  const panel = useId();
  const [open, setOpen] = useState(false);
  const { deliveries, documents_status, scenario, status, steps_to_come, tag, verification_id } = play;
  const sent = deliveries.delivered + deliveries.pending + deliveries.failed > 0;
  return (
    <li className="space-y-1 py-3 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          href={`/verifications/${encodeURIComponent(verification_id)}`}
          className="min-w-0 truncate rounded font-medium underline-offset-2 hover:underline"
        >
          {tag}
        </Link>
        <RelativeInstant at={play.played_at} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
      </div>
      <p className="text-muted-foreground text-xs">{scenario ? t(`scenario.${scenario}.title`) : t("played.byHand")}</p>
      {status === null ? (
        <p className="text-muted-foreground text-xs">{t("played.notBegun")}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
          <StatusMark status={status} />
          {documents_status && (
            <span className="text-muted-foreground">{documentsWord(documents_status) ?? documents_status}</span>
          )}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        {sent ? <DeliveryCounts deliveries={deliveries} /> : status !== null && t("played.quiet")}
        {steps_to_come > 0 && <span className="tabular-nums">{t("played.toCome", { count: steps_to_come })}</span>}
      </p>
      {status !== null && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          aria-label={t("work.title", { tag })}
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-6 items-center gap-1.5 rounded text-muted-foreground text-xs hover:text-foreground"
        >
          <Wrench aria-hidden className="size-3.5" />
          {t("work.open")}
        </button>
      )}
      <div id={panel} hidden={!open}>
        {open && <WorkPanel play={play} catalogue={catalogue} />}
      </div>
    </li>
  );
}
