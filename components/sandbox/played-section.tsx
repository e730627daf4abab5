"use client";

import { CircleCheck, CircleX, type LucideIcon, Wrench } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { CircleDashed } from "#components/page/circle-dashed.tsx";
import { Form } from "#components/page/form.tsx";
import { StatusMark } from "#components/page/marks.tsx";
import { EmptySection, Section } from "#components/page/section.tsx";
import { RelativeInstant } from "#components/page/time.tsx";
import { useWords } from "#components/page/words.tsx";
import { listVerification } from "#lib/browser/sandbox.ts";
import type { SandboxLabel, SandboxPlay, SandboxState } from "#lib/contract/sandbox/sandbox.ts";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Problem, useSandboxAction } from "./sandbox-action.tsx";
import { WorkPanel } from "./work-panel.tsx";

/** The verifications that were played or changed last, with their state. */
export function PlayedSection({ played, labels }: Pick<SandboxState, "played" | "labels">) {
  const t = useTranslations("sandbox.played");
  return (
    <Section id="played" title={t("title")}>
      {played.length === 0 ? (
        <EmptySection>{t("none")}</EmptySection>
      ) : (
        <ul className="-my-2 divide-y divide-border">
          {played.map((play) => (
            <PlayEntry key={play.verification_id} play={play} catalogue={labels} />
          ))}
        </ul>
      )}
      <AnotherVerification />
    </Section>
  );
}

/** One verification that was played: its state, its deliveries, and what can be done to it. */
function PlayEntry({ play, catalogue }: { play: SandboxPlay; catalogue: SandboxLabel[] }) {
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
        <Button
          variant="ghost"
          size="xs"
          aria-expanded={open}
          aria-controls={panel}
          aria-label={t("work.title", { tag })}
          onClick={() => setOpen(!open)}
          className="-ml-1 px-1 font-normal text-muted-foreground hover:text-foreground"
        >
          <Wrench aria-hidden className="size-3.5" />
          {t("work.open")}
        </Button>
      )}
      <div id={panel} hidden={!open}>
        {open && <WorkPanel play={play} catalogue={catalogue} />}
      </div>
    </li>
  );
}

const STATES = [
  ["delivered", CircleCheck, "text-done"],
  ["pending", CircleDashed, "text-waiting"],
  ["failed", CircleX, "text-failed"],
] as const satisfies readonly (readonly [keyof SandboxPlay["deliveries"], LucideIcon, string])[];

/** The deliveries of a verification by state, as icon, number and word; states without any are left out. */
function DeliveryCounts({ deliveries }: { deliveries: SandboxPlay["deliveries"] }) {
  const t = useTranslations("sandbox.played");
  return STATES.filter(([state]) => deliveries[state] > 0 || state === "delivered").map(([state, Icon, tone]) => (
    <span key={state} className="inline-flex items-center gap-1 tabular-nums">
      <Icon aria-hidden className={`size-3.5 shrink-0 ${tone}`} />
      {t(state, { count: deliveries[state] })}
    </span>
  ));
}

/** Takes a verification that was there before onto the list, to be worked on like one that was played. */
function AnotherVerification() {
  const t = useTranslations("sandbox.played.another");
  const id = useId();
  const { mutate, isPending, error } = useSandboxAction(listVerification);
  return (
    <Form
      className="mt-4 space-y-1.5 border-border border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const wanted = String(new FormData(form).get("verification") ?? "").trim();
        if (wanted && !isPending) mutate(wanted, { onSuccess: () => form.reset() });
      }}
    >
      <Field>
        <FieldLabel htmlFor={id} className="font-normal text-muted-foreground text-xs">
          {t("label")}
        </FieldLabel>
        <div className="flex gap-2">
          <Input
            id={id}
            name="verification"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder="ver_…"
            className="h-8 text-[0.8125rem] font-mono"
          />
          <Button type="submit" variant="outline" size="sm" aria-disabled={isPending}>
            {t("add")}
          </Button>
        </div>
      </Field>
      <Problem error={error} />
    </Form>
  );
}
