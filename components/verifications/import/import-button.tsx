"use client";

import { ListPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

const loadDialog = () => import("./import-dialog.tsx");
const ImportDialog = dynamic(() => loadDialog().then((module) => module.ImportDialog), { ssr: false });

/** Opens the dialog to add verifications by id; its code comes when it is first wanted. */
export function ImportButton({ iconOnly = false }: { iconOnly?: boolean }) {
  const t = useTranslations("verifications.import");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size={iconOnly ? "icon" : "default"}
        aria-label={iconOnly ? t("open") : undefined}
        title={iconOnly ? t("open") : undefined}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setOpen(true)}
      >
        <ListPlus aria-hidden />
        {!iconOnly && t("open")}
      </Button>
      {open && <ImportDialog onClosed={() => setOpen(false)} />}
    </>
  );
}
