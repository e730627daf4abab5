import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { type IconName, iconClass } from "./icon.ts";
import { useDocumentsStatusName } from "./words.tsx";

const STEPS = new Map<string, [icon: IconName, tone: string]>([
  ["pending_upload", ["meter-0", "before:text-muted-foreground"]],
  ["partial_upload", ["meter-1", "before:text-primary"]],
  ["pending_external", ["meter-2", "before:text-primary"]],
  ["full_upload", ["meter-3", "before:text-done"]],
]);

type Props = {
  status: string | null;
  /** The width of the container: if the words do not fit, only the squares are shown, which differ without colour. */
  className?: string;
};

/**
 * The documents_status as a word and three squares; before an upload none is filled. A value outside the interface is
 * shown unchanged.
 */
export function DocumentsMeter({ status, className = "wrap-anywhere" }: Props) {
  const name = useDocumentsStatusName();
  if (status === null) return <Unknown />;
  const [icon, tone] = STEPS.get(status) ?? ["meter-0", "before:text-muted-foreground"];
  return <span className={cn(iconClass(icon), "icon-meter", tone, className)}>{name(status)}</span>;
}

/** An unknown value; a missing value is shown otherwise. */
export function Unknown() {
  const t = useTranslations("verifications.table");
  return (
    <span className="text-muted-foreground">
      <span aria-hidden data-dash>
        —
      </span>
      <span className="sr-only">{t("unknown")}</span>
    </span>
  );
}
