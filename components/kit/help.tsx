import { CircleQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { LazyPopover } from "./lazy-popup.tsx";

type Props = { of: string; children: ReactNode };

/** A longer explanation of a field or part, behind a button. Warnings and consequences stay visible instead. */
export function Help({ of, children }: Props) {
  const t = useTranslations("shell");
  return (
    <LazyPopover
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("help", { of })} className="size-6 text-muted-foreground">
          <CircleQuestionMark aria-hidden />
        </Button>
      }
    >
      {({ PopoverContent }) => <PopoverContent className="w-80 p-3 text-sm">{children}</PopoverContent>}
    </LazyPopover>
  );
}
