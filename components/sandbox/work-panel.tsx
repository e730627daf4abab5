"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { addDocuments, reopenVerification } from "#lib/browser/sandbox.ts";
import type { SandboxLabel, SandboxPlay } from "#lib/contract/sandbox/sandbox.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldLegend, FieldSet } from "@/components/ui/field";
import { Choice } from "./choices.tsx";
import { Problem, useSandboxAction } from "./sandbox-action.tsx";
import { WorkLabels } from "./work-labels.tsx";

const COUNTS = ["1", "3", "10"] as const;
const SPEEDS = ["0", "60", "300"] as const;

/** The changes that users at the customer or the service would make to a verification. */
export function WorkPanel({ play, catalogue }: { play: SandboxPlay; catalogue: SandboxLabel[] }) {
  return (
    <Card className="mt-2 rounded-md bg-background p-3">
      <Documents id={play.verification_id} />
      <Reopening id={play.verification_id} finished={play.status === "finished"} />
      <WorkLabels play={play} catalogue={catalogue} />
    </Card>
  );
}

function Documents({ id }: { id: string }) {
  const t = useTranslations("sandbox.work.documents");
  const speed = useTranslations("sandbox.scenarios.speed");
  const [count, setCount] = useState<(typeof COUNTS)[number]>("1");
  const [seconds, setSeconds] = useState<(typeof SPEEDS)[number]>("0");
  const { mutate, isPending, data, error } = useSandboxAction(async (wanted: number) => {
    await addDocuments(id, wanted, Number(seconds));
    return wanted;
  });
  return (
    <FieldSet className="gap-2">
      <FieldLegend className="text-xs">{t("label")}</FieldLegend>
      <p className="text-muted-foreground text-xs">{t("says")}</p>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-end gap-2">
        <Choice
          label={t("count")}
          options={COUNTS.map((value) => ({ value, name: value }))}
          value={count}
          onChange={setCount}
        />
        <Choice
          label={speed("label")}
          options={SPEEDS.map((value) => ({ value, name: speed(value) }))}
          value={seconds}
          onChange={setSeconds}
        />
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isPending}
          onClick={() => !isPending && mutate(Number(count))}
        >
          {t("add")}
        </Button>
      </div>
      <p role="status" className="text-xs empty:hidden">
        {data !== undefined && t("added", { count: data })}
      </p>
      <Problem error={error} />
    </FieldSet>
  );
}

function Reopening({ id, finished }: { id: string; finished: boolean }) {
  const t = useTranslations("sandbox.work.reopen");
  const { mutate, isPending, isSuccess, error } = useSandboxAction(() => reopenVerification(id));
  return (
    <div className="space-y-2 border-border border-t pt-3">
      <Button
        variant="outline"
        size="sm"
        aria-disabled={!finished || isPending}
        aria-describedby={`${id}-reopen`}
        onClick={() => finished && !isPending && mutate(undefined)}
      >
        {t("do")}
      </Button>
      <p id={`${id}-reopen`} className="text-muted-foreground text-xs">
        {finished ? t("says") : t("notFinished")}
      </p>
      <p role="status" className="text-xs empty:hidden">
        {isSuccess && !finished && t("done")}
      </p>
      <Problem error={error} />
    </div>
  );
}
