"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Hint } from "#components/page/hint.tsx";
import { holdForField } from "#components/page/key-buffer.ts";
import { LaterMessages } from "#components/page/later-messages.tsx";
import { Failure } from "#components/page/message.tsx";
import { usePageKeys } from "#components/page/page-keys.ts";
import { useErrorWords } from "#components/page/words.tsx";
import { verificationKeys } from "#lib/browser/query-keys.ts";
import { undoReview } from "#lib/browser/reviews.ts";
import { Button } from "@/components/ui/button";
import { setLastStep, useLastStep } from "./last-step.ts";

const UndoDialog = dynamic(() => import("./confirm-dialogs.tsx").then((module) => module.UndoDialog), { ssr: false });

/** One's own last step, said and offered to be taken back for ten seconds, also where one has gone on to another file. */
export function UndoStep() {
  const t = useTranslations("review-file.undo");
  const problem = useErrorWords("review-file.problem");
  const client = useQueryClient();
  const last = useLastStep();
  const [asked, setAsked] = useState<typeof last>(null);
  const undo = useMutation({
    mutationFn: ({ verification_id, version }: { verification_id: string; version: string }) =>
      undoReview(verification_id, version),
    onSettled: (_review, _error, { verification_id }) => {
      setLastStep(null);
      setAsked(null);
      return client.invalidateQueries({ queryKey: verificationKeys.detail(verification_id) });
    },
  });
  usePageKeys((event) => {
    if (event.key !== "z" || !last || undo.isPending) return;
    event.preventDefault();
    holdForField();
    undo.reset();
    setAsked(last);
  });
  return (
    <div>
      <p role="status" className="sr-only">
        {last ? t(`done.${last.step}`, { name: last.name }) : undo.isSuccess ? t("undone") : ""}
      </p>
      {last && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-border border-t pt-2 text-xs">
          <span aria-hidden className="wrap-anywhere min-w-0">
            {t(`done.${last.step}`, { name: last.name })}
          </span>
          <Hint text={t("key")}>
            <Button
              size="xs"
              variant="outline"
              aria-keyshortcuts="z"
              aria-disabled={undo.isPending}
              onClick={() => !undo.isPending && undo.mutate(last)}
            >
              <Undo2 aria-hidden />
              {t("action")}
            </Button>
          </Hint>
        </div>
      )}
      <Failure says={undo.error && problem(undo.error)} />
      {asked && (
        <LaterMessages of="review-actions">
          <UndoDialog step={undo} last={asked} onSubmit={() => undo.mutate(asked)} onClosed={() => setAsked(null)} />
        </LaterMessages>
      )}
    </div>
  );
}
