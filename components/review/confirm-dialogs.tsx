import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { StepDialog } from "./step-dialog.tsx";

type Props = Pick<ComponentProps<typeof StepDialog>, "step" | "onSubmit" | "onClosed">;

/** These dialogs confirm shortcuts of buttons that act at once, so they are bound to no version. */
const UNBOUND = { news: null, over: false };

export const TakeDialog = (props: Props) => <StepDialog {...UNBOUND} {...props} of="review-actions.take" />;

export function UndoDialog({ said, ...props }: Props & { said: string }) {
  const t = useTranslations("review-actions.undo");
  return <StepDialog {...UNBOUND} {...props} of="review-actions.undo" about={`${said} ${t("about")}`} />;
}
