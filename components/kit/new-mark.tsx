import { useTranslations } from "next-intl";
import { createContext, use } from "react";
import { Badge } from "@/components/ui/badge";

/** The marks of the reader's last visit (`seen-marks.ts`); null without a visit. */
export const SeenMarks = createContext<ReadonlySet<string> | null>(null);

/** Marks an entry that is new since the reader's last visit. */
export const NewMark = ({ mark }: { mark: string | null }) => <AnyNewMark marks={[mark]} />;

/** A mark for folded content with a new entry. */
export function AnyNewMark({ marks }: { marks: readonly (string | null)[] }) {
  const seen = use(SeenMarks);
  return seen === null || marks.every((mark) => mark === null || seen.has(mark)) ? null : <New />;
}

function New() {
  const t = useTranslations("review-file.since");
  return (
    <Badge
      variant="secondary"
      className="ml-1.5 bg-accent px-1 py-0 align-middle text-[0.6875rem] text-primary print:hidden"
    >
      {t("new")}
    </Badge>
  );
}
