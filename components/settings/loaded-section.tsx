import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "#components/page/loaded.tsx";
import { Section } from "#components/page/section.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { Changeable } from "./changeable.tsx";

type Props<Data> = {
  /** The section's anchor, and the namespace of its messages. */
  of: "originals" | "file-titles" | "passwords";
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isFetching" | "refetch">;
  /** The height of the content, as a class. */
  height: string;
  children: (data: Data) => ReactNode;
};

/** A section of the settings whose content is requested by the page; without buttons for readers who may not change it. */
export function LoadedSection<Data>({ of, query, height, children }: Props<Data>) {
  const t = useTranslations(of);
  const problem = useErrorWords(`${of}.problem`);
  return (
    <div id={of} className="scroll-mt-16">
      <Section id={of} title={t("title")}>
        <div className="space-y-4 text-sm">
          <p className="max-w-prose text-muted-foreground">{t("lede")}</p>
          <Loaded query={query} label={t("loading")} height={height} failed={problem}>
            {(data) => <Changeable of={of}>{children(data)}</Changeable>}
          </Loaded>
        </div>
      </Section>
    </div>
  );
}
