"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { KeyProblem } from "#components/keys/key-problem.tsx";
import type { ReplacingProps } from "#components/keys/props.ts";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { createAnotherKey, type Named } from "#lib/browser/keys.ts";
import type { KeyReplacement } from "#lib/contract/keys/keys.ts";
import { OrphanChoice } from "./orphan-choice.tsx";

type Props = Omit<ReplacingProps, "onEnded"> & { replacement: KeyReplacement };

/** Another new key: the first one's value is lost, or it never came to be. What is left of that is deleted first. */
export function MakeAnother({ replacement, keys, email, onMinted, onSettled }: Props) {
  const t = useTranslations("keys.replacement");
  const [orphan, setOrphan] = useState<string | null | undefined>(undefined);
  const { run, isPending, error, stepUp } = useSecretChange((named: Named) => createAnotherKey(named), {
    email,
    onSuccess: onMinted,
    onSettled,
  });
  const asked = replacement.candidates !== null;
  const blocked = isPending || (asked && orphan === undefined);
  const primary = replacement.value !== "stored";
  return (
    <>
      {asked && (
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
      {error && <KeyProblem error={error} action="replace" />}
      {stepUp}
    </>
  );
}
