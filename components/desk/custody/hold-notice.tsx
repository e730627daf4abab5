import { Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { ExactInstant, useDayFormat } from "#components/kit/time.tsx";
import type { LegalHold } from "#lib/desk/contract/custody/custody.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

const EndHoldDialog = lazy(() => import("./custody-dialogs.tsx").then((code) => ({ default: code.EndHoldDialog })));

type Props = {
  hold: LegalHold;
  /** Shown outside of the file's page: with a link to the file. */
  named?: boolean;
};

/** A legal hold: who placed it and why, and, for admins, its end. */
export function HoldNotice({ hold, named = false }: Props) {
  const t = useTranslations("custody.hold");
  const day = useDayFormat();
  const manages = useCurrentUser().may("privacy.manage");
  const [ending, setEnding] = useState(false);
  const { verification_id, curp_ends, files, reason, placed_at, placed_by, review_on } = hold;
  return (
    <Alert>
      <Lock aria-hidden />
      <AlertDescription className="wrap-anywhere">
        <p className="font-medium">
          {curp_ends === null ? t("ofFile") : t("ofPerson", { curp: curp_ends, count: files })}
        </p>
        {named && verification_id !== null && (
          <Link className="underline underline-offset-2" href={`/verifications/${encodeURIComponent(verification_id)}`}>
            {shortId(verification_id)}
          </Link>
        )}
        <p>{reason}</p>
        <p className="text-muted-foreground text-xs">
          {t.rich("placed", { name: placed_by ?? t("nobody"), at: () => <ExactInstant at={placed_at} /> })}
          {review_on !== null && <span>{` · ${t("reviewOn", { day: day(review_on) })}`}</span>}
        </p>
        {manages && (
          <Button variant="outline" size="sm" className="mt-1 print:hidden" onClick={() => setEnding(true)}>
            {t("end")}
          </Button>
        )}
        <Suspense>{ending && <EndHoldDialog hold={hold} onClosed={() => setEnding(false)} />}</Suspense>
      </AlertDescription>
    </Alert>
  );
}
