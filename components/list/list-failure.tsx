"use client";

import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { ListMessage } from "./list-message.tsx";

export type Failure = { error: Error | null; onRetry: () => void; focusElsewhere: () => void };

type Props = Failure & {
  title: string;
  /** That nothing is lost. */
  safe: string;
  /** What 503 means; without it, it is an error like others. */
  unavailable?: string;
};

/** In place of rows that could not be loaded: what failed, that nothing is lost, and the next step. */
export function ListFailure({ error, onRetry, focusElsewhere, title, safe, unavailable }: Props) {
  const t = useTranslations("list.failed");
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: "" };
  return (
    <ListMessage role="alert" icon={<CloudOff aria-hidden />} title={title} focusElsewhere={focusElsewhere}>
      <p>{status === 0 ? t("offline") : (status === 503 && unavailable) || t("other", { code })}</p>
      <p>{safe}</p>
      <Button variant="outline" onClick={onRetry}>
        {t("retry")}
      </Button>
    </ListMessage>
  );
}
