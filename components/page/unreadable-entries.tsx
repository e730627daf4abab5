import { useTranslations } from "next-intl";
import type { Unreadable } from "#lib/contract/answer.ts";
import { cn } from "@/components/ui/cn";
import { Remark } from "./remark.tsx";

/** States how many entries of a list of the service are unreadable, and why the first one is. */
export function UnreadableEntries({ unreadable, className }: { unreadable: Unreadable | null; className?: string }) {
  const t = useTranslations("shell");
  if (!unreadable) return null;
  return (
    <Remark mark="warning" className={cn("text-sm", className)}>
      {t("unreadable", unreadable)}
    </Remark>
  );
}
