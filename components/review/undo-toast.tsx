"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { LaterMessages } from "#components/page/later-messages.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { verificationKeys } from "#lib/browser/query-keys.ts";
import { undoReview } from "#lib/browser/reviews.ts";
import { Toaster, toast } from "@/components/ui/toast";
import { type LastStep, setLastStep } from "./last-step.ts";

const UndoDialog = dynamic(() => import("./confirm-dialogs.tsx").then((module) => module.UndoDialog), { ssr: false });

type Props = {
  /** The step that can be undone; null once there is none. */
  last: LastStep | null;
  /** The step whose undoing has to be confirmed, since a key asked for it. */
  asked: LastStep | null;
  onAnswered: () => void;
};

export const UndoToast = (props: Props) => (
  <LaterMessages of="review-file">
    <Undo {...props} />
  </LaterMessages>
);

/** Says one's last step at a fixed place, with a button that undoes it, and what came of undoing it. */
function Undo({ last, asked, onAnswered }: Props) {
  const t = useTranslations("review-file.undo");
  const problem = useErrorWords("review-file.problem");
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: ({ verification_id, version }: LastStep) => undoReview(verification_id, version),
    onSuccess: () => void toast(t("undone")),
    onError: (error) => void toast(problem(error)),
    onSettled: (_review, _error, { verification_id }) => {
      setLastStep(null);
      onAnswered();
      return client.invalidateQueries({ queryKey: verificationKeys.detail(verification_id) });
    },
  });
  const offer = useEffectEvent((step: LastStep) => {
    const action = { label: t("action"), alt: t("key"), onClick: () => undo.mutate(step) };
    // It goes with the time in which the server takes a step back (`last-step.ts`).
    return toast(t(`done.${step.step}`, { name: step.name }), { action, duration: Number.POSITIVE_INFINITY });
  });
  useEffect(() => {
    if (!last) return;
    const id = offer(last);
    return () => toast.dismiss(id);
  }, [last]);
  return (
    <>
      <Toaster words={{ one: t("toast.one"), all: t("toast.all"), close: t("toast.close") }} />
      {asked && (
        <LaterMessages of="review-actions">
          <UndoDialog step={undo} last={asked} onSubmit={() => undo.mutate(asked)} onClosed={onAnswered} />
        </LaterMessages>
      )}
    </>
  );
}
