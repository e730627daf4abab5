import { PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { Button } from "@/components/ui/button";
import { RequestDialog } from "./request-dialog.tsx";

const SHORTCUT = "m";

/** Opens the letter to the customer, for users who may put the file on hold. */
export function WriteToCustomer({ verificationId, advised }: { verificationId: string; advised: boolean }) {
  const t = useTranslations("review-file");
  const writes = useCurrentUser().may("reviews.decide");
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  usePageKeys((event) => {
    if (event.key !== SHORTCUT || !writes) return;
    event.preventDefault();
    show();
  });
  if (!writes) return null;
  const action = t("request.open");
  return (
    <div className="print:hidden">
      <Hint text={t("withKey", { action, key: SHORTCUT })}>
        <Button variant={advised ? "default" : "outline"} size="xs" aria-keyshortcuts={SHORTCUT} onClick={show}>
          <PencilLine aria-hidden className="size-3.5" />
          {action}
        </Button>
      </Hint>
      {open && <RequestDialog verificationId={verificationId} onClosed={() => setOpen(false)} />}
    </div>
  );
}
