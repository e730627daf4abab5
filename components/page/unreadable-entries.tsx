import { useTranslations } from "next-intl";
import type { Unreadable } from "#lib/contract/answer.ts";
import { cn } from "@/components/ui/cn";
import { Remark } from "./remark.tsx";

/** Says that a list of the service is not shown whole: how many of its entries could not be read, and why not the first. */
export function UnreadableEntries({ unreadable, className }: { unreadable: Unreadable | null; className?: string }) {
  const t = useTranslations("shell");
  if (!unreadable) return null;
  return (
    <Remark mark="warning" className={cn("text-sm", className)}>
      {t("unreadable", unreadable)}
    </Remark>
  );
}
