"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { ExactInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/verification/section.tsx";
import { rotationKeys, rotationsOptions, startRotation } from "#lib/browser/keys.ts";
import { isUnderWay, type ListedKeys, type Rotation } from "#lib/contract/keys/keys.ts";
import { KeyChoice } from "./key-choice.tsx";
import { KeyProblem } from "./key-problem.tsx";
import { RotationSteps } from "./rotation-steps.tsx";
import { RotationTrouble } from "./rotation-trouble.tsx";

type Props = {
  keys: ListedKeys | undefined;
  email: string;
  /** The keys are other ones now. */
  onChanged: () => void;
};

/** The rotation of the dashboard's own key: one button, then its steps as they are taken. */
export function RotationSection({ keys, email, onChanged }: Props) {
  const t = useTranslations("keys.rotation");
  const client = useQueryClient();
  const { data: rotations, isError: failed } = useQuery(rotationsOptions());
  const newest = rotations?.[0];
  const running = newest && isUnderWay(newest) ? newest : null;
  const [named, setNamed] = useState<string | null>(null);
  const { run, isPending, error, stepUp } = useSecretChange(startRotation, {
    email,
    onSettled: () => void client.invalidateQueries({ queryKey: rotationKeys.all }),
  });
  useKeysOf(newest, onChanged);
  const ended = newest?.state === "done" ? newest.steps.at(-1)?.at : undefined;
  const mustName = keys !== undefined && !keys.current_known && keys.items.length > 1;
  const blocked = isPending || rotations === undefined || (mustName && named === null);
  return (
    <Section id="rotation" title={t("title")}>
      <div className="flex flex-col gap-4 text-sm">
        <p className="text-muted-foreground">{t("about")}</p>
        {failed && !rotations && <p className="text-failed">{t("loadFailed")}</p>}
        {newest && (running || newest.state === "abandoned") && (
          <RotationTrouble rotation={newest} keys={keys} email={email} />
        )}
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
          <>
            {mustName && (
              <KeyChoice legend={t("name")} hint={t("nameHint")} keys={keys.items} value={named} onChange={setNamed} />
            )}
            <Button aria-disabled={blocked} onClick={() => !blocked && run(named)} className="self-start">
              <RefreshCw aria-hidden />
              {isPending ? t("starting") : t("start")}
            </Button>
          </>
        )}
        <KeyProblem error={running ? null : error} action="rotate" />
      </div>
      {stepUp}
    </Section>
  );
}

/** Asks for the keys again as the rotation makes, switches and deletes them. */
function useKeysOf(rotation: Rotation | undefined, onChanged: () => void): void {
  const seen = useRef(rotation?.state);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== rotation?.state) onChanged();
    seen.current = rotation?.state;
  }, [rotation?.state, onChanged]);
}
