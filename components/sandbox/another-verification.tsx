"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { listVerification } from "#lib/browser/sandbox.ts";
import { Problem } from "./problem.tsx";
import { useAct } from "./use-act.ts";

/** Takes a verification that was there before onto the list, to be worked on like one that was played. */
export function AnotherVerification() {
  const t = useTranslations("sandbox.played.another");
  const id = useId();
  const { mutate, isPending, error } = useAct(listVerification);
  return (
    <form
      className="mt-4 space-y-1.5 border-border border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const wanted = String(new FormData(form).get("verification") ?? "").trim();
        if (wanted && !isPending) mutate(wanted, { onSuccess: () => form.reset() });
      }}
    >
      <label htmlFor={id} className="block text-muted-foreground text-xs">
        {t("label")}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          name="verification"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="ver_…"
          dense
          className="font-mono"
        />
        <Button type="submit" variant="outline" size="sm" aria-disabled={isPending}>
          {t("add")}
        </Button>
      </div>
      <Problem error={error} />
    </form>
  );
}
