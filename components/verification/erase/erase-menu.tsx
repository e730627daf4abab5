"use client";

import { Ellipsis, Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

type Props = { verificationId: string; email: string };

/** What is rarely done with a file, and by few: out of the way of everybody's hand. */
export function EraseMenu({ verificationId, email }: Props) {
  const t = useTranslations("privacy.erase");
  const [asking, setAsking] = useState(false);
  return (
    <span className="print:hidden">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label={t("more")} title={t("more")}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setAsking(true)}>
            <Eraser aria-hidden />
            {t("action")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {asking && <EraseDialog verificationId={verificationId} email={email} onClosed={() => setAsking(false)} />}
    </span>
  );
}
