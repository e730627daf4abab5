import { useQuery } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ChangeDialog, useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { ActionFailure, useErrorWords } from "#components/kit/words.tsx";
import { rotationKeys, rotationsOptions } from "#lib/core/browser/keys.ts";
import type { ResumeInput } from "#lib/core/contract/keys/key-input.ts";
import type { ListedKeys, Rotation } from "#lib/core/contract/keys/keys.ts";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { KeyChoice, NO_KEY } from "./key-choice.tsx";
import type { DialogProps } from "./key-dialogs.tsx";
import { RotationSteps } from "./key-steps.tsx";

type Props = { keys: ListedKeys | undefined };

export function RotationSection({ keys }: Props) {
  const t = useTranslations("keys.rotation");
  const { data: rotations, isError: failed } = useQuery(rotationsOptions());
  const newest = rotations?.[0];
  const running = newest && isUnderWay(newest) ? newest : null;
  const [asking, setAsking] = useState(false);
  const { place, begin } = useFocusOnceRunning(running !== null);
  const ended = newest?.state === "done" ? newest.steps.at(-1)?.at : undefined;
  return (
    <Section id="rotation" title={t("title")}>
      <div ref={place} tabIndex={-1} className="flex flex-col gap-4 text-sm outline-none">
        <p className="text-muted-foreground">{t("about")}</p>
        {failed && !rotations && <p className="text-failed">{t("loadFailed")}</p>}
        {newest && (running || newest.state === "abandoned") && <RotationHeldUp rotation={newest} keys={keys} />}
        {running && (
          <>
            {running.started_by !== null && (
              <p className="text-muted-foreground text-xs">{t("by", { name: running.started_by })}</p>
            )}
            <RotationSteps rotation={running} />
          </>
        )}
        {ended && (
          <p className="text-muted-foreground text-xs">{t.rich("done", { on: () => <ExactInstant at={ended} /> })}</p>
        )}
        {!running && (
          <Button
            variant="outline"
            aria-haspopup="dialog"
            aria-disabled={rotations === undefined}
            onClick={() => setAsking(true)}
            className="self-start"
          >
            <RefreshCw aria-hidden />
            {t("start")}
          </Button>
        )}
      </div>
      {asking && <StartDialog keys={keys} onStarted={begin} onClosed={() => setAsking(false)} />}
    </Section>
  );
}

/** Moves the focus for the user who started a rotation: the pressed button disappears when it runs. */
function useFocusOnceRunning(running: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (running && begun.current) place.current?.focus({ preventScroll: true });
    if (running) begun.current = false;
  }, [running]);
  return {
    place,
    begin: () => {
      begun.current = true;
    },
  };
}

type StartProps = DialogProps & Props & { onStarted: () => void };

/** Asks all questions in one dialog: the confirmation and, if unknown, the dashboard's key. */
function StartDialog({ keys, onStarted, ...props }: StartProps) {
  const t = useTranslations("keys.rotation");
  const [named, setNamed] = useState<string | null>(null);
  const mustName = keys !== undefined && !keys.current_known && keys.items.length > 1;
  return (
    <ChangeDialog
      {...props}
      of="keys.rotation.ask"
      blocked={mustName && named === null}
      act={() => api("POST /api/rotations", { body: { current_key_id: named ?? undefined } })}
      onDone={onStarted}
      changes={[rotationKeys.all]}
      failure={{ words: "keys.problem", action: "rotate" }}
    >
      {mustName && (
        <KeyChoice legend={t("name")} hint={t("nameHint")} keys={keys.items} value={named} onChange={setNamed} />
      )}
    </ChangeDialog>
  );
}

type RotationHeldUpProps = { rotation: Rotation; keys: ListedKeys | undefined };

/** The problem that stops or ended the rotation, with the options of the admin. */
function RotationHeldUp({ rotation, keys }: RotationHeldUpProps) {
  const t = useTranslations("keys.rotation");
  const problem = useErrorWords("keys.rotation.problem");
  const [named, setNamed] = useState<string | null>(null);
  const { run, isPending, error, stepUp } = useSecretChange(
    ({ id, ...body }: ResumeInput & { id: string }) =>
      api("POST /api/rotations/{rotation_id}/resume", { params: { rotation_id: id }, body }),
    { to: () => t("confirmTo"), changes: [rotationKeys.all] },
  );
  if (rotation.problem === null) return null;
  const { id, needs } = rotation;
  const input = needs && named !== null ? { id, key_id: named === NO_KEY ? null : named } : { id };
  const blocked = isPending || (needs !== null && named === null);
  const choices = keys?.items.filter((key) =>
    needs === "orphan" ? rotation.candidates.includes(key.id) : key.id !== rotation.new_key_id,
  );
  return (
    <Alert variant="warning" className="flex-col items-stretch gap-3">
      <div role="status" className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
        <div>
          <AlertTitle>{t(isUnderWay(rotation) ? (needs ? "stands" : "heldUp") : "abandoned")}</AlertTitle>
          <AlertDescription>{problem(rotation.problem)}</AlertDescription>
        </div>
      </div>
      {needs && (
        <KeyChoice
          legend={t(`needs.${needs}`)}
          keys={choices ?? []}
          value={named}
          onChange={setNamed}
          none={needs === "orphan" ? t("none") : undefined}
        />
      )}
      {isUnderWay(rotation) && (
        <Button variant="outline" size="sm" className="self-start" aria-disabled={blocked} onClick={() => run(input)}>
          {t(needs ? "goOn" : "tryNow")}
        </Button>
      )}
      <ActionFailure words="keys.problem" error={error} action="rotate" />
      {stepUp}
    </Alert>
  );
}
