"use client";

import { PencilLine } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { Button } from "#components/ui/button.tsx";

const Dialog = dynamic(() => import("./request-dialog.tsx").then((module) => module.RequestDialog), { ssr: false });

/** Opens the letter to the customer, for those who may make the file wait. */
export function WriteToCustomer({ verificationId }: { verificationId: string }) {
  const t = useTranslations("review-file.request");
  const user = useCurrentUser();
  const [open, setOpen] = useState(false);
  if (!user.may("reviews.decide")) return null;
  return (
    <div className="print:hidden">
      <Button variant="outline" size="xs" onClick={() => setOpen(true)}>
        <PencilLine aria-hidden className="size-3.5" />
        {t("open")}
      </Button>
      {open && <Dialog verificationId={verificationId} onClosed={() => setOpen(false)} />}
    </div>
  );
}
