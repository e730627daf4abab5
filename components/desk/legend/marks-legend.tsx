"use client";

import { CircleQuestionMark } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/kit/icon-button.tsx";
import { LazyPopover } from "#components/kit/lazy-popup.tsx";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const MarksList = dynamic(() => import("./marks-list.tsx").then((code) => code.MarksList));

type Props = { iconOnly?: boolean; className?: string };

/** Opens the list of all marks. */
export function MarksLegend({ iconOnly = false, className }: Props) {
  const t = useTranslations("marks");
  return (
    <div className={cn("flex justify-end print:hidden", className)}>
      <LazyPopover
        trigger={
          iconOnly ? (
            <IconButton data-marks-legend label={t("title")} className="text-muted-foreground">
              <CircleQuestionMark aria-hidden />
            </IconButton>
          ) : (
            <Button data-marks-legend variant="ghost" size="xs" className="text-muted-foreground">
              <CircleQuestionMark aria-hidden className="size-3.5" />
              {t("title")}
            </Button>
          )
        }
      >
        {({ PopoverContent }) => (
          <PopoverContent align="end" tabIndex={0} className="min-h-72 w-[41rem] px-4 py-3">
            <MarksList />
          </PopoverContent>
        )}
      </LazyPopover>
    </div>
  );
}
