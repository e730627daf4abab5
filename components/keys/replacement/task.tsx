"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { problemOf } from "#components/keys/problem-of.ts";
import type { ReplacingProps } from "#components/keys/props.ts";
import { RelativeInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import type { KeyReplacement } from "#lib/contract/keys/keys.ts";
import { CancelDialog, FinishDialog } from "./end-dialogs.tsx";
import { MakeAnother } from "./make-another.tsx";
import { ReplacementSteps } from "./steps.tsx";
import { StillNeeded } from "./still-needed.tsx";
import { SwitchButton } from "./switch-button.tsx";

type Props = ReplacingProps & { replacement: KeyReplacement };

/** One key that is being replaced: how far it is, what to do next, and what happens if one leaves. */
export function Task({ replacement, keys, email, onMinted, onEnded, onSettled }: Props) {
  const t = useTranslations("keys.replacement");
  const [ending, setEnding] = useState<"finish" | "cancel" | null>(null);
  const { state, value, old_name: name, new_name, fingerprint, problem } = replacement;
  const end = { replacement, email, onEnded, onSettled, onClosed: () => setEnding(null) };
  const cancel = (
    <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setEnding("cancel")}>
      {t("cancel.open")}
    </Button>
  );
  const another = <MakeAnother {...{ replacement, keys, email, onMinted, onSettled }} />;
  return (
    <li className="space-y-4 p-4">
      <div className="space-y-0.5">
        <h3 className="wrap-anywhere font-medium text-sm">{t("of", { name })}</h3>
        <p className="text-muted-foreground text-xs">
          {t.rich(replacement.started_by === null ? "begun" : "begunBy", {
            ago: () => <RelativeInstant at={replacement.started_at} />,
            person: replacement.started_by ?? "",
          })}
        </p>
      </div>
      <ReplacementSteps replacement={replacement} />
      {problem && <Notice>{t(`problem.${problemOf(problem) === "OUTCOME_UNKNOWN" ? "unknown" : "refused"}`)}</Notice>}
      {state === "intent" && (
        <Next words={problem ? null : t("next.intent")}>
          {another}
          {cancel}
        </Next>
      )}
      {state === "created" && value === "held" && <Next words={t("next.held")}>{cancel}</Next>}
      {state === "created" && value === "unclaimed" && (
        <Next words={t("next.unclaimed")}>
          {another}
          <SwitchButton id={replacement.id} switched onSettled={onSettled} variant="outline" />
          {cancel}
        </Next>
      )}
      {state === "created" && value === "stored" && (
        <Next words={t("next.stored", { name, newName: new_name ?? "", fingerprint: fingerprint ?? "" })}>
          <SwitchButton id={replacement.id} switched onSettled={onSettled} />
          {another}
          {cancel}
        </Next>
      )}
      {state === "switched" && (
        <>
          <StillNeeded replacement={replacement} old={keys?.items.find(({ id }) => id === replacement.old_key_id)} />
          <Next words={t("next.switched", { name })}>
            <Button variant="destructive" size="sm" aria-haspopup="dialog" onClick={() => setEnding("finish")}>
              {t("finish.open")}
            </Button>
            <SwitchButton id={replacement.id} switched={false} onSettled={onSettled} variant="ghost" />
          </Next>
        </>
      )}
      <p className="rounded-md bg-muted px-3 py-2 text-xs">{t("closing")}</p>
      {ending === "finish" && <FinishDialog {...end} />}
      {ending === "cancel" && <CancelDialog {...end} keys={keys} />}
    </li>
  );
}

function Next({ words, children }: { words: string | null; children: ReactNode }) {
  return (
    <div className="space-y-2 text-sm">
      {words && <p className="wrap-anywhere">{words}</p>}
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-2 rounded-md border border-medium/40 bg-medium/10 p-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      {children}
    </p>
  );
}
