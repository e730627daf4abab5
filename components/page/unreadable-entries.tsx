import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Unreadable } from "#lib/contract/answer.ts";
import { cn } from "@/components/ui/cn";

/** Says that a list of the service is not shown whole: how many of its entries could not be read, and why not the first. */
export function UnreadableEntries({ unreadable, className }: { unreadable: Unreadable | null; className?: string }) {
  const t = useTranslations("shell");
  if (!unreadable) return null;
  return (
    <p className={cn("flex items-start gap-2 text-sm", className)}>
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <span className="wrap-anywhere">{t("unreadable", unreadable)}</span>
    </p>
  );
}
