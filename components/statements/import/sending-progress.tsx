import { useTranslations } from "next-intl";
import { Announced } from "#components/kit/announced.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { Sending } from "./use-sending.ts";

type Props = {
  of: "preview" | "result";
  sending: Sending;
  /** The sentence of a complete sending. */
  ended: string;
  onStop: () => void;
  onAgain: () => void;
};

/** How far the rows of a sheet are sent. An interrupted sending is continued. */
export function SendingProgress({ of, sending: { rows, answers, state, error }, ended, onStop, onAgain }: Props) {
  const t = useTranslations(`dates-import.${of}`);
  const said = { running: "", broken: "", stopped: t("stopped"), done: ended };
  return (
    <div className="space-y-2">
      {state !== "done" && (
        <>
          <Progress aria-label={t("progress")} value={answers.length} max={rows.length} />
          <p className="text-muted-foreground text-xs tabular-nums">
            {t("done", { done: answers.length, total: rows.length })}
          </p>
        </>
      )}
      <Announced as="p" className="text-sm">
        {said[state]}
      </Announced>
      <ActionFailure words="dates-import.problem" error={error} />
      {state === "running" && (
        <Button variant="outline" size="sm" onClick={onStop}>
          {t("stop")}
        </Button>
      )}
      {(state === "stopped" || state === "broken") && (
        <Button variant="outline" size="sm" onClick={onAgain}>
          {t("again")}
        </Button>
      )}
    </div>
  );
}
