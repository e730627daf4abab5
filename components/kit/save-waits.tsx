import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Announced } from "./announced.tsx";

type PendingSave = { isPending: boolean; isPaused: boolean };

/** Whether a save is being sent. A save that waits for a connection can be cancelled, and its form can be closed. */
export const isSaving = ({ isPending, isPaused }: PendingSave): boolean => isPending && !isPaused;

type Props = {
  /** Mutation with `SAVED_LATER`. */
  save: PendingSave;
  /** Cancels the save, for forms without a button that closes them. */
  onCancel?: () => void;
};

export function SaveWaits({ save: { isPaused }, onCancel }: Props) {
  const t = useTranslations("shell.saveWaits");
  return (
    <Announced className="empty:hidden">
      {isPaused && (
        <Alert variant="warning" className="flex-wrap items-center [&>svg]:mt-0">
          <CloudOff aria-hidden />
          <p className="min-w-0 flex-1">{t("says")}</p>
          {onCancel && (
            <Button variant="outline" size="xs" onClick={onCancel}>
              {t("cancel")}
            </Button>
          )}
        </Alert>
      )}
    </Announced>
  );
}
