import { CircleSlash } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Cancel } from "#components/kit/buttons.tsx";
import { FactLine } from "#components/kit/fact.tsx";
import { Form } from "#components/kit/form.tsx";
import { StepMark } from "#components/kit/step-mark.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { TypedField } from "#components/kit/typed-field.tsx";
import { FLOW_STEPS } from "#lib/core/contract/provisioning/flow.ts";
import type { Replacement, ReplacementMove } from "#lib/core/contract/webhooks/webhooks.ts";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

const [, ...STEPS] = FLOW_STEPS.webhook;
/** Without `twinned`: the dashboard stores its own new secret when it creates the replacement webhook. */
const [, ...OWN_STEPS] = STEPS;

type Props = {
  /** Null before the replacement has begun. */
  replacement: Replacement | null;
  own: boolean;
  children: ReactNode;
};

/** The steps, each with its time. The next step contains its action. */
export function ReplacementSteps({ replacement, own, children }: Props) {
  const t = useTranslations("webhooks.replace");
  const steps = own ? OWN_STEPS : STEPS;
  const reached = new Map(replacement?.steps.map(({ state, at }) => [state, at]));
  const next = steps.find((step) => !reached.has(step));
  const givenUp = replacement?.state === "given_up";
  return (
    <Card className="p-0">
      <ol aria-label={t("steps")} className="divide-y divide-border">
        {steps.map((step, index) => {
          const at = reached.get(step);
          const active = step === next && !givenUp;
          const mark = at !== undefined ? "reached" : active ? "next" : "ahead";
          return (
            <li key={step} aria-current={active ? "step" : undefined} className="flex gap-3 p-4">
              <StepMark state={mark} />
              <span className="sr-only">{t(`mark.${mark}`)}</span>
              <div className="min-w-0 flex-1 space-y-3">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <h2
                    className={at || active ? "font-medium text-sm" : "text-muted-foreground text-sm"}
                  >{`${t("nth", { number: index + 1 })} ${t(`step.${wordsOf(step, own)}.title`)}`}</h2>
                  {at && <ExactInstant at={at} seconds className="text-muted-foreground text-xs tabular-nums" />}
                </div>
                {active && (
                  <>
                    <p className="text-muted-foreground text-sm">{t(`step.${wordsOf(step, own)}.about`)}</p>
                    {children}
                  </>
                )}
              </div>
            </li>
          );
        })}
        {givenUp && (
          <li className="flex gap-3 p-4">
            <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            <div className="min-w-0 flex-1 space-y-3">
              <p className="text-sm">{t("givenUp")}</p>
              {children}
            </div>
          </li>
        )}
        {next === undefined && !givenUp && (
          <li className="space-y-3 p-4">
            <p className="text-sm">{t(own ? "doneOwn" : "done")}</p>
            {children}
          </li>
        )}
      </ol>
    </Card>
  );
}

const wordsOf = (step: (typeof STEPS)[number], own: boolean) => (own ? (`own_${step}` as "own_stored") : step);

type StepActionProps = {
  replacement: Replacement | null;
  own: boolean;
  pending: boolean;
  onCreate: () => void;
  onMove: (move: Exclude<ReplacementMove, "give_up">) => void;
  onAgain: () => void;
};

export function StepAction({ replacement, own, pending, onCreate, onMove, onAgain }: StepActionProps) {
  const t = useTranslations("webhooks.replace.action");
  const state = replacement?.state ?? "begun";
  const button = (words: string, act: () => void, variant: "default" | "outline" = "default") => (
    <Button variant={variant} aria-disabled={pending} onClick={act}>
      {words}
    </Button>
  );
  switch (state) {
    case "begun":
      return button(pending ? t("creating") : t("create"), onCreate);
    case "twinned":
      return (
        <div className="space-y-3">
          <p className="text-sm">{t("notShown")}</p>
          <div className="flex flex-wrap gap-2">
            {button(t("stored"), () => onMove("stored"))}
            {button(pending ? t("creating") : t("createAgain"), onCreate, "outline")}
          </div>
        </div>
      );
    case "stored":
      return (
        <div className="space-y-3">
          {own && replacement && <LastMatched replacement={replacement} />}
          <div className="flex flex-wrap gap-2">
            {button(t(own ? "switchOwn" : "switched"), () => onMove("switched"))}
            {!own && <>{button(t("createAgain"), onCreate, "outline")}</>}
          </div>
        </div>
      );
    case "switched":
      return replacement && <Finish replacement={replacement} pending={pending} onFinish={() => onMove("finish")} />;
    default:
      return (
        <div className="flex flex-wrap gap-2">
          {state === "given_up" && <>{button(t("again"), onAgain, "outline")}</>}
          <Link className={buttonVariants({ variant: "outline" })} href="/webhooks">
            {t("toList")}
          </Link>
        </div>
      );
  }
}

/** When each secret last matched a delivery. Once the new secret has matched, the replacement webhook works. */
function LastMatched({ replacement: { last_matched } }: { replacement: Replacement }) {
  const t = useTranslations("webhooks.replace.matched");
  const when = (at: string | null) => (at === null ? t("never") : <ExactInstant at={at} seconds />);
  return (
    <Card role="status" className="gap-1.5 rounded-md p-3 text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs tabular-nums">
        <FactLine name={t("new")}>{when(last_matched.new)}</FactLine>
        <FactLine name={t("old")}>{when(last_matched.old)}</FactLine>
      </dl>
      <p>{t(last_matched.new === null ? "waiting" : "works")}</p>
    </Card>
  );
}

type FinishProps = { replacement: Replacement; pending: boolean; onFinish: () => void };

function Finish({ replacement, pending, onFinish }: FinishProps) {
  const t = useTranslations("webhooks.replace.action");
  const words = useTranslations("webhooks.delete");
  const [confirming, setConfirming] = useState<boolean | null>(null);
  return (
    <div className="space-y-3">
      {replacement.own && <LastMatched replacement={replacement} />}
      {confirming ? (
        <Form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!pending) onFinish();
          }}
        >
          <TypedField
            label={words("type")}
            text={replacement.url}
            ask={words("toConfirm")}
            differs={words("differs")}
            autoFocus
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Cancel disabled={pending} onClick={() => setConfirming(false)} />
            <Button type="submit" variant="destructive" aria-disabled={pending}>
              {pending ? words("working") : t("finish")}
            </Button>
          </div>
        </Form>
      ) : (
        <Button
          variant="destructive"
          aria-disabled={pending}
          // After a cancelled confirmation the button gets the focus back.
          autoFocus={confirming === false}
          onClick={() => setConfirming(true)}
        >
          {t("finish")}…
        </Button>
      )}
    </div>
  );
}
