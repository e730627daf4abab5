"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Section } from "#components/page/section.tsx";
import { RelativeInstant } from "#components/page/time.tsx";
import { ActionFailure } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { createAnotherKey, keyReplacementsOptions, markSwitched, type Named } from "#lib/browser/keys.ts";
import type { KeyReplacement } from "#lib/contract/keys/keys.ts";
import { isUnderWay } from "#lib/contract/provisioning/flow.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { OrphanChoice } from "./key-choice.tsx";
import { ReplacementSteps } from "./key-steps.tsx";
import { CancelDialog, FinishDialog, type ReplacingProps } from "./replacement-dialogs.tsx";
import { StillNeeded } from "./still-needed.tsx";

/** Keys that are being replaced: every admin sees them until one of them finishes or cancels. */
export function OpenReplacements(props: ReplacingProps) {
  const t = useTranslations("keys.replacement");
  const { data: replacements, isError: failed } = useQuery(keyReplacementsOptions());
  const open = replacements?.filter(isUnderWay) ?? [];
  if (failed && !replacements) return <p className="text-failed text-sm">{t("loadFailed")}</p>;
  if (open.length === 0) return null;
  return (
    <Section id="replacements" title={t("title")} count={open.length} flush>
      <ul className="divide-y divide-border">
        {open.map((replacement) => (
          <Task key={replacement.id} replacement={replacement} {...props} />
        ))}
      </ul>
    </Section>
  );
}

type TaskProps = ReplacingProps & { replacement: KeyReplacement };

/** One key that is being replaced: its steps, what to do next, and what happens if the page is left. */
function Task({ replacement, keys, onCreated, onEnded, onSettled }: TaskProps) {
  const t = useTranslations("keys.replacement");
  const [ending, setEnding] = useState<"finish" | "cancel" | null>(null);
  const { state, value, old_name: name, new_name, fingerprint, problem } = replacement;
  const end = { replacement, onEnded, onSettled, onClosed: () => setEnding(null) };
  const cancel = (
    <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setEnding("cancel")}>
      {t("cancel.open")}
    </Button>
  );
  const another = <MakeAnother {...{ replacement, keys, onCreated, onSettled }} />;
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
      {problem && <Notice>{t(`problem.${problem === "OUTCOME_UNKNOWN" ? "unknown" : "refused"}`)}</Notice>}
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
    <Alert variant="warning" role="status">
      <TriangleAlert aria-hidden />
      <AlertDescription>{children}</AlertDescription>
    </Alert>
  );
}

type MakeAnotherProps = Omit<ReplacingProps, "onEnded"> & { replacement: KeyReplacement };

/** Creates another new key where the first one's value is lost or it was never created; what is left of it is deleted first. */
function MakeAnother({ replacement, keys, onCreated, onSettled }: MakeAnotherProps) {
  const t = useTranslations("keys.replacement");
  const [orphan, setOrphan] = useState<string | null | undefined>(undefined);
  const { run, isPending, error, stepUp } = useSecretChange((named: Named) => createAnotherKey(named), {
    onSuccess: onCreated,
    onSettled,
  });
  const ambiguous = replacement.candidates !== null;
  const blocked = isPending || (ambiguous && orphan === undefined);
  const primary = replacement.value !== "stored";
  return (
    <>
      {ambiguous && (
        <OrphanChoice candidates={replacement.candidates ?? []} keys={keys} value={orphan} onChange={setOrphan} />
      )}
      <Button
        size="sm"
        variant={primary ? "default" : "ghost"}
        aria-disabled={blocked}
        onClick={() => !blocked && run({ replacement, ...(orphan === undefined ? {} : { orphan }) })}
      >
        {isPending
          ? t("start.creating")
          : t(replacement.state === "intent" ? "again" : primary ? "another" : "lostAfterAll")}
      </Button>
      {error && <ActionFailure words="keys.problem" error={error} action="replace" />}
      {stepUp}
    </>
  );
}

type SwitchButtonProps = {
  id: string;
  switched: boolean;
  variant?: "default" | "outline" | "ghost";
  onSettled: () => void;
};

/** Marks the new key as in use, or takes that back. */
function SwitchButton({ id, switched, variant = "default", onSettled }: SwitchButtonProps) {
  const t = useTranslations("keys.replacement");
  const { mutate, isPending, error } = useMutation({ mutationFn: markSwitched, onSettled });
  return (
    <>
      <Button size="sm" variant={variant} aria-disabled={isPending} onClick={() => mutate({ id, switched })}>
        {t(switched ? "switched" : "notSwitched")}
      </Button>
      {error && <ActionFailure words="keys.problem" error={error} action="replace" />}
    </>
  );
}
