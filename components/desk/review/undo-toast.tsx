import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
} from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { reviewKeys, verificationKeys } from "#lib/core/browser/query-keys.ts";
import { keepDraft } from "#lib/desk/browser/drafts.ts";
import { undoReviews } from "#lib/desk/browser/outcomes.ts";
import { showReview } from "#lib/desk/browser/reviews.ts";
import { api } from "#lib/platform/browser/api.ts";
import { shownToasts, subscribeToToasts, toast } from "@/components/ui/toast-store";
import { announceUndone, isBulkStep, keepUndone, type LastStep, type SteppedFile, setLastStep } from "./last-step.ts";
import { StepDialog } from "./step-dialog.tsx";

/** The code is loaded with the first toast: few steps need one. */
const Toaster = lazy(() => import("@/components/ui/toast").then((code) => ({ default: code.Toaster })));

type Props = {
  last: LastStep | null;
  /** Set to the id of the toast of `last`. */
  offered: RefObject<string | null>;
  /** The step whose undo was requested by key, and needs a confirmation. */
  asked: LastStep | null;
  onAnswered: () => void;
};

const UNDO = ["undo"];

/** Shows the user's last step at a fixed place, with an undo button and the result of the undo. */
export function UndoToast({ last, offered, asked, onAnswered }: Props) {
  const t = useTranslations("review-file.undo");
  const problem = useErrorWords("review-file.problem");
  const client = useQueryClient();
  const { id: author } = useCurrentUser();
  const hasToast = useSyncExternalStore(
    subscribeToToasts,
    () => shownToasts().length > 0,
    () => false,
  );
  const undo = useMutation({
    mutationKey: UNDO,
    mutationFn: async (step: LastStep): Promise<number> => {
      if (isBulkStep(step)) return undoMany(step.files);
      const { verification_id, version } = step;
      const review = await api("POST /api/verifications/{verification_id}/review/undo", {
        params: { verification_id },
        body: { version },
      });
      // The file opens again at once. Until it shows the undone state, its keys would act on the decided review.
      void showReview(client, verification_id, review);
      return 0;
    },
    onSuccess: (kept, step) => {
      void toast(kept > 0 ? t("undoneBut", { count: kept }) : t("undone"));
      if (isBulkStep(step)) return;
      keepUndone(step);
      const { verification_id, typed } = step;
      if (!typed || typed.fields.text.trim() === "") return;
      keepDraft(client, { author, verification_id, kind: typed.kind, fields: typed.fields }, () => undefined);
    },
    onError: (error) => void toast(problem(error)),
    onSettled: async (_kept, error, step) => {
      setLastStep(null);
      onAnswered();
      if (isBulkStep(step)) {
        void client.invalidateQueries({ queryKey: reviewKeys.lanes() });
        return client.invalidateQueries({ queryKey: verificationKeys.lists() });
      }
      if (!error) return announceUndone(step.verification_id);
      await client.invalidateQueries({ queryKey: verificationKeys.detail(step.verification_id) });
    },
  });
  const once = (step: LastStep) => client.isMutating({ mutationKey: UNDO }) === 0 && undo.mutate(step);
  const said = (step: LastStep) =>
    isBulkStep(step)
      ? t(`done.many.${step.kind}`, { count: step.files.length })
      : t(`done.${step.step}`, { name: step.name });
  const offer = useEffectEvent((step: LastStep) => {
    const action = { label: t("action"), alt: t("key"), onClick: () => once(step) };
    // Shown as long as the step can be undone (`last-step.ts`).
    return toast(said(step), { action, duration: Number.POSITIVE_INFINITY });
  });
  useEffect(() => {
    if (!last) return;
    const id = offer(last);
    offered.current = id;
    return () => toast.dismiss(id);
  }, [last, offered]);
  return (
    <>
      <Suspense>
        {hasToast && <Toaster words={{ one: t("toast.one"), all: t("toast.all"), close: t("toast.close") }} />}
      </Suspense>
      {asked && <UndoDialog step={undo} said={said(asked)} onSubmit={() => once(asked)} onClosed={onAnswered} />}
    </>
  );
}

type DialogProps = Pick<ComponentProps<typeof StepDialog>, "step" | "onSubmit" | "onClosed"> & { said: string };

/** Confirms the shortcut of a button that acts at once, so it is bound to no version. */
function UndoDialog({ said, ...props }: DialogProps) {
  const t = useTranslations("review-actions.undo");
  return (
    <StepDialog {...props} confirms news={null} over={false} of="review-actions.undo" about={`${said} ${t("about")}`} />
  );
}

/** Returns the number of files that stay unchanged because another user has changed them since. */
async function undoMany(files: readonly SteppedFile[]): Promise<number> {
  let kept = 0;
  for await (const { outcome } of undoReviews(files, new AbortController().signal)) if (outcome !== "done") kept += 1;
  return kept;
}
