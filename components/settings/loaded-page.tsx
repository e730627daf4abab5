import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "#components/page/loaded.tsx";
import { PageHeader } from "#components/page/page-header.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { Card } from "@/components/ui/card";
import { Changeable } from "./changeable.tsx";

type Props<Data> = {
  /** The namespace of its messages. */
  of: "alerts" | "custody-settings" | "need-to-know" | "review-policy";
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isFetching" | "refetch">;
  /** The height of the content, as a class. */
  height: string;
  children: (data: Data) => ReactNode;
};

/** A page of the settings whose content is requested by the page. */
export function LoadedPage<Data>({ of, query, height, children }: Props<Data>) {
  const t = useTranslations(of);
  const problem = useErrorWords(`${of}.problem`);
  return (
    <div className="max-w-4xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} />
      <section aria-label={t("title")}>
        <Card className="text-sm">
          <Loaded query={query} label={t("loading")} height={height} failed={problem}>
            {(data) => <Changeable of={of}>{children(data)}</Changeable>}
          </Loaded>
        </Card>
      </section>
    </div>
  );
}
