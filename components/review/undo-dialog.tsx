import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { StepDialog } from "./step-dialog.tsx";

type Props = Pick<ComponentProps<typeof StepDialog>, "step" | "onSubmit" | "onClosed"> & { said: string };

/**
 * Confirms the shortcut of a button that acts at once, so it is bound to no version. A file of its own, since the dialog
 * is loaded on demand (`undo-toast.tsx`).
 */
export function UndoDialog({ said, ...props }: Props) {
  const t = useTranslations("review-actions.undo");
  return (
    <StepDialog {...props} confirms news={null} over={false} of="review-actions.undo" about={`${said} ${t("about")}`} />
  );
}
