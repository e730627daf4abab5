"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ExactInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { TypedAddress } from "#components/webhooks/typed-address.tsx";
import type { Replacement, ReplacementMove } from "#lib/contract/webhooks/webhooks.ts";

type Props = {
  replacement: Replacement | null;
  own: boolean;
  pending: boolean;
  onTwin: () => void;
  onMove: (move: Exclude<ReplacementMove, "twin" | "give_up">) => void;
  onAgain: () => void;
};

/** What there is to press at the step where it stands. */
export function StepAction({ replacement, own, pending, onTwin, onMove, onAgain }: Props) {
  const t = useTranslations("webhooks.replace.action");
  const state = replacement?.state ?? "begun";
  const button = (words: string, act: () => void, variant: "default" | "outline" = "default") => (
    <Button variant={variant} aria-disabled={pending} onClick={() => !pending && act()}>
      {words}
    </Button>
  );
  switch (state) {
    case "begun":
      return button(pending ? t("twinning") : t(own ? "twinOwn" : "twin"), onTwin);
    case "twinned":
      return (
        <div className="space-y-3">
          <p className="text-sm">{t("notShown")}</p>
          <div className="flex flex-wrap gap-2">
            {button(t("stored"), () => onMove("stored"))}
            {button(pending ? t("twinning") : t("twinAgain"), onTwin, "outline")}
          </div>
        </div>
      );
    case "stored":
      return (
        <div className="space-y-3">
          {own && replacement && <LastMatched replacement={replacement} />}
          <div className="flex flex-wrap gap-2">
            {button(t(own ? "switchOwn" : "switched"), () => onMove("switched"))}
            {!own && button(t("twinAgain"), onTwin, "outline")}
          </div>
        </div>
      );
    case "switched":
      return replacement && <Finish replacement={replacement} pending={pending} onFinish={() => onMove("finish")} />;
    default:
      return (
        <div className="flex flex-wrap gap-2">
          {state === "given_up" && button(t("again"), onAgain, "outline")}
          <Button asChild variant="outline">
            <Link href="/webhooks">{t("toList")}</Link>
          </Button>
        </div>
      );
  }
}

/** Which secret signed what came last: once it is the new one, the twin works. */
function LastMatched({ replacement: { last_matched } }: { replacement: Replacement }) {
  const t = useTranslations("webhooks.replace.matched");
  const when = (at: string | null) => (at === null ? t("never") : <ExactInstant at={at} seconds />);
  return (
    <div role="status" className="space-y-1.5 rounded-md border border-border p-3 text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs tabular-nums">
        <dt className="text-muted-foreground">{t("new")}</dt>
        <dd>{when(last_matched.new)}</dd>
        <dt className="text-muted-foreground">{t("old")}</dt>
        <dd>{when(last_matched.old)}</dd>
      </dl>
      <p>{t(last_matched.new === null ? "waiting" : "works")}</p>
    </div>
  );
}

/** The old one goes: not by one press. */
function Finish({
  replacement,
  pending,
  onFinish,
}: {
  replacement: Replacement;
  pending: boolean;
  onFinish: () => void;
}) {
  const t = useTranslations("webhooks.replace.action");
  const [asked, setAsked] = useState(false);
  return (
    <div className="space-y-3">
      {replacement.own && <LastMatched replacement={replacement} />}
      {asked ? (
        <TypedAddress
          address={replacement.url}
          pending={pending}
          submit={t("finish")}
          onConfirmed={onFinish}
          onCancelled={() => setAsked(false)}
        />
      ) : (
        <Button variant="destructive" aria-disabled={pending} onClick={() => setAsked(true)}>
          {t("finish")}…
        </Button>
      )}
    </div>
  );
}
