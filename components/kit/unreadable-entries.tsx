import { useTranslations } from "next-intl";
import type { Unreadable } from "#lib/platform/contract/answer.ts";
import { cn } from "@/components/ui/cn";
import { Remark } from "./remark.tsx";

/** The number of unreadable entries in a list of the service, and the reason for the first one. */
export function UnreadableEntries({ unreadable, className }: { unreadable: Unreadable | null; className?: string }) {
  const t = useTranslations("shell");
  if (!unreadable) return null;
  return (
    <Remark mark="warning" className={cn("text-sm", className)}>
      {t("unreadable", unreadable)}
    </Remark>
  );
}
