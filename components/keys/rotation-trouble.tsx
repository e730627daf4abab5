"use client";

import { useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Resume, resumeRotation, rotationKeys } from "#lib/browser/keys.ts";
import { isUnderWay, type ListedKeys, type Rotation } from "#lib/contract/keys/keys.ts";
import { KeyChoice, NONE } from "./key-choice.tsx";
import { KeyProblem } from "./key-problem.tsx";
import { rotationProblemOf } from "./rotation-problem-of.ts";

type Props = { rotation: Rotation; keys: ListedKeys | undefined; email: string };

/** What stands in the way of the rotation, or ended it, and what an admin can do. */
export function RotationTrouble({ rotation, keys, email }: Props) {
  const t = useTranslations("keys.rotation");
  const client = useQueryClient();
  const [named, setNamed] = useState<string | null>(null);
  const { run, isPending, error, stepUp } = useSecretChange(resumeRotation, {
    email,
    onSettled: () => void client.invalidateQueries({ queryKey: rotationKeys.all }),
  });
  if (rotation.problem === null) return null;
  const { id, needs } = rotation;
  const input: Resume = needs && named !== null ? { id, key_id: named === NONE ? null : named } : { id };
  const blocked = isPending || (needs !== null && named === null);
  const choices = keys?.items.filter((key) =>
    needs === "orphan" ? rotation.candidates.includes(key.id) : key.id !== rotation.new_key_id,
  );
  return (
    <div className="flex flex-col gap-3 rounded-md border border-medium/40 bg-medium/10 p-3">
      <p role="status" className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
        <span>
          <strong className="block font-medium">
            {t(isUnderWay(rotation) ? (needs ? "stands" : "heldUp") : "abandoned")}
          </strong>
          {t(`problem.${rotationProblemOf(rotation.problem)}`)}
        </span>
      </p>
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
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          aria-disabled={blocked}
          onClick={() => !blocked && run(input)}
        >
          {t(needs ? "goOn" : "tryNow")}
        </Button>
      )}
      <KeyProblem error={error} action="rotate" />
      {stepUp}
    </div>
  );
}
