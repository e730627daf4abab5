import { ListPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { Hint } from "#components/kit/hint.tsx";
import { Button } from "@/components/ui/button";

const loadDialog = () => import("./import-dialog.tsx");

/** Loaded on first use. Separate from the buttons, since one of them disappears when rows arrive. */
export const ImportDialog = lazy(() => loadDialog().then((code) => ({ default: code.ImportDialog })));

type Props = { onOpen: () => void; iconOnly?: boolean };

export function ImportButton({ onOpen, iconOnly = false }: Props) {
  const t = useTranslations("verifications.import");
  return (
    <Hint text={iconOnly ? t("open") : undefined}>
      <Button
        variant="outline"
        size={iconOnly ? "icon" : "default"}
        aria-label={iconOnly ? t("open") : undefined}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={onOpen}
      >
        <ListPlus aria-hidden />
        {!iconOnly && <span>{t("open")}</span>}
      </Button>
    </Hint>
  );
}
