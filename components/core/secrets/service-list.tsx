import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Retry } from "#components/kit/buttons.tsx";
import { Failure } from "#components/kit/message.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { UnreadableEntries } from "#components/kit/unreadable-entries.tsx";
import { Waiting } from "#components/kit/waiting.tsx";
import { ActionFailure, type FailureWords } from "#components/kit/words.tsx";
import type { Unreadable } from "#lib/platform/contract/answer.ts";
import type { NamespaceWith } from "#messages/types.ts";
import { Skeleton } from "@/components/ui/skeleton";

type ServiceEntries = { items: unknown[]; unreadable?: Unreadable | null };

type Props<List extends ServiceEntries> = {
  id: string;
  aside?: ReactNode;
  list: UseQueryResult<List>;
  /** The namespace of the messages. */
  of: NamespaceWith<"title" | "loading" | "nothingLost" | "shownBefore">;
  /** The words for a failed read; by default the message `failed`. */
  failure?: FailureWords;
  row: (item: List["items"][number], list: List) => ReactNode;
  head?: ReactNode;
  children?: ReactNode;
};

/** A list from the service or the dashboard, in its states loading, failed, empty, or with entries. */
export function ServiceList<List extends ServiceEntries>({ list, of, failure, row, ...props }: Props<List>) {
  const t = useTranslations(of as "tokens.list");
  const { data, error } = list;
  const below = (
    <>
      <p className="text-muted-foreground">{t(data ? "shownBefore" : "nothingLost")}</p>
      <Retry query={list} />
    </>
  );
  return (
    <Section id={props.id} title={t("title")} count={data?.items.length} flush aside={props.aside}>
      {error && (
        <div className="p-4">
          {failure ? (
            <ActionFailure {...failure} error={error}>
              {below}
            </ActionFailure>
          ) : (
            <Failure says={t("failed")}>{below}</Failure>
          )}
        </div>
      )}
      {!data && !error && (
        <Waiting label={t("loading")} className="divide-y divide-border">
          {[0, 1].map((place) => (
            <div key={place} className="space-y-2 p-4">
              <Skeleton className="h-5 w-48" />
              <Skeleton className="h-4 w-72 max-w-full" />
            </div>
          ))}
        </Waiting>
      )}
      {data?.items.length === 0 && !data.unreadable && <EmptySection flush>{t("empty")}</EmptySection>}
      {data && data.items.length > 0 && (
        <>
          {props.head}
          <ul className="divide-y divide-border">{data.items.map((item) => row(item, data))}</ul>
        </>
      )}
      <UnreadableEntries unreadable={data?.unreadable ?? null} className="border-border border-t p-4" />
      {props.children}
    </Section>
  );
}
