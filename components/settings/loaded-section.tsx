import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Failure } from "#components/page/message.tsx";
import { Section } from "#components/page/section.tsx";
import { Waiting } from "#components/page/waiting.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

type Props<Data> = {
  /** The section's anchor, and the namespace of its messages. */
  of: "originals" | "file-titles";
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** The height of the content, as a class. */
  height: string;
  children: (data: Data) => ReactNode;
};

/** A section of the settings whose content is requested by the page. */
export function LoadedSection<Data>({ of, query: { data, error, refetch }, height, children }: Props<Data>) {
  const t = useTranslations(of);
  const problem = useErrorWords(`${of}.problem`);
  return (
    <Section id={of} title={t("title")}>
      <div className="space-y-4 text-sm">
        <p className="max-w-prose text-muted-foreground">{t("lede")}</p>
        {data === undefined && !error && (
          <Waiting label={t("loading")}>
            <Skeleton className={`w-full ${height}`} />
          </Waiting>
        )}
        {data === undefined && error && (
          <Failure says={problem(error)}>
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              {t("retry")}
            </Button>
          </Failure>
        )}
        {data !== undefined && children(data)}
      </div>
    </Section>
  );
}
