import { useTranslations } from "next-intl";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";

type Load = Pick<ReviewChoices["assignees"][number], "open" | "overdue">;

/** The name of an assignee, with the mail address if others have the same name. */
export const assigneeName = ({ name, email }: { name: string; email: string | null }): string =>
  email ? `${name} (${email})` : name;

export function useWorkloadWords(): (load: Load) => string {
  const t = useTranslations("review.workload");
  return ({ open, overdue }) => (overdue > 0 ? t("overdue", { open, overdue }) : t("open", { open }));
}

export function Workload({ load }: { load: Load }) {
  const words = useWorkloadWords();
  return (
    <span className={`shrink-0 text-xs tabular-nums ${load.overdue > 0 ? "text-high" : "text-muted-foreground"}`}>
      {words(load)}
    </span>
  );
}
