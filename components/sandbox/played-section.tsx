import { Wrench } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Form } from "#components/kit/form.tsx";
import { StatusMark } from "#components/kit/marks.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { RelativeInstant } from "#components/kit/time.tsx";
import { useDocumentsStatusName } from "#components/kit/words.tsx";
import type { SandboxLabel, SandboxPlay, SandboxState } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { Problem, useSandboxAction } from "./entries.tsx";
import { useScenarioWords } from "./scenario-words.ts";
import { WorkPanel } from "./work-panel.tsx";

/** The verifications that were played or changed most recently, with their state. */
export function PlayedSection({ played, labels }: Pick<SandboxState, "played" | "labels">) {
  const t = useTranslations("sandbox.played");
  return (
    <Section id="played" title={t("title")}>
      {played.length === 0 && <EmptySection>{t("none")}</EmptySection>}
      <ul className="-my-2 divide-y divide-border empty:hidden">
        {played.map((play) => (
          <PlayEntry key={play.verification_id} play={play} catalogue={labels} />
        ))}
      </ul>
      <AnotherVerification />
    </Section>
  );
}

const LINE = "flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs tabular-nums empty:hidden";

function PlayEntry({ play, catalogue }: { play: SandboxPlay; catalogue: SandboxLabel[] }) {
  const t = useTranslations("sandbox");
  const documentsStatus = useDocumentsStatusName();
  const panel = useId();
  const [open, setOpen] = useState(false);
  const { documents_status, scenario, status, tag, verification_id } = play;
  const progress = useProgressWords(play);
  const wordsOf = useScenarioWords();
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
      <p className={LINE}>{scenario ? wordsOf(scenario).title : t("played.byHand")}</p>
      <p className={LINE}>
        {status === null ? <span>{t("played.notBegun")}</span> : <StatusMark status={status} />}
        {status !== null && documents_status && <span>{documentsStatus(documents_status)}</span>}
      </p>
      <p className={LINE}>{progress}</p>
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

const DELIVERIES = ["delivered", "pending", "failed"] as const;

/** The deliveries of a verification by state, without empty states, and the remaining steps. */
function useProgressWords({ deliveries, status, steps_to_come }: SandboxPlay): string {
  const t = useTranslations("sandbox.played");
  const states = DELIVERIES.filter((state) => deliveries[state] > 0);
  const facts = [
    states.length === 0 && status !== null && t("quiet"),
    ...states.map((state) => t(state, { count: deliveries[state] })),
    steps_to_come > 0 && t("toCome", { count: steps_to_come }),
  ];
  return facts.filter(Boolean).join(" · ");
}

/** Adds an existing verification to the list, so that it can be changed like played verifications. */
function AnotherVerification() {
  const t = useTranslations("sandbox.played.another");
  const { mutate, isPending, error } = useSandboxAction((verification_id: string) =>
    api("POST /api/sandbox/played", { body: { verification_id } }),
  );
  return (
    <Form
      className="mt-4 space-y-1.5 border-border border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const wanted = String(new FormData(form).get("verification")).trim();
        if (wanted && !isPending) mutate(wanted, { onSuccess: () => form.reset() });
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          label={t("label")}
          name="verification"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="ver_…"
          className="font-mono text-[0.8125rem]"
        />
        <Button type="submit" variant="outline" aria-disabled={isPending}>
          {t("add")}
        </Button>
      </div>
      <Problem error={error} />
    </Form>
  );
}
