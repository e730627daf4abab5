import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { CodeBlock } from "#components/kit/code-block.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Remark, type RemarkState } from "#components/kit/remark.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { pagesOf } from "#lib/platform/browser/pages.ts";
import type { HeadTimestamp, TimestampSignature } from "#lib/records/contract/evidence/timestamps.ts";
import { Button } from "@/components/ui/button";
import { Digits } from "./digits.tsx";

export const timestampsOptions = () => pagesOf(["evidence", "timestamps"], "GET /api/evidence/timestamps", {});

/** The download address of the authority's answer. */
const timestampPath = (timestamp_id: number): string => `/api/evidence/timestamps/${timestamp_id}`;

const MARK_OF: Record<HeadTimestamp["state"], RemarkState> = {
  stamped: "good",
  waiting: "open",
  none: "bad",
  off: "unknown",
};

const MARK_OF_SIGNATURE: Record<TimestampSignature, RemarkState> = {
  authority: "good",
  carried: "unknown",
  other_authority: "bad",
  wrong_signature: "bad",
};

const COMMAND = "openssl ts -verify -in head.tsr -digest SHA256 -CAfile authority.pem";

/** The time stamps of the sent heads, each as a file for `openssl ts -verify`. */
export function TimestampsSection() {
  const t = useTranslations("timestamps");
  const problem = useErrorWords("timestamps.problem");
  const query = useInfiniteQuery(timestampsOptions());
  return (
    <Section id="timestamps" title={t("title")} flush>
      <div className="space-y-3 p-4 text-sm">
        <p className="max-w-prose text-muted-foreground">{t("lede")}</p>
        <Loaded query={query} label={t("loading")} height="h-24" failed={problem}>
          {({ pages: [first] }) => (
            <>
              {!first?.configured && <Remark mark="unknown">{t("off")}</Remark>}
              {first?.items.length === 0 && <EmptySection>{t("noHead")}</EmptySection>}
            </>
          )}
        </Loaded>
        <p className="max-w-prose text-muted-foreground">{t("verify")}</p>
        <CodeBlock label={t("command")} className="max-w-full">
          {COMMAND}
        </CodeBlock>
      </div>
      {query.data && (
        <ul aria-label={t("list")} className="divide-y divide-border border-border border-t text-sm">
          {query.data.pages.flatMap(({ items }) => items.map((head) => <Entry key={head.timestamp_id} head={head} />))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="border-border border-t p-3">
          <Button
            size="sm"
            variant="outline"
            aria-disabled={query.isFetching}
            onClick={() => query.isFetching || query.fetchNextPage()}
          >
            {t("more")}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Entry({ head }: { head: HeadTimestamp }) {
  const t = useTranslations("timestamps");
  const format = useFormatter();
  const { timestamp_id, size, left_at, sha256, state, stamped_at, signature, error } = head;
  return (
    <li className="space-y-1 px-4 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <ExactInstant at={left_at} className="font-medium" />
        <span className="text-muted-foreground text-xs tabular-nums">
          {t("entries", { count: format.number(size) })}
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Remark mark={MARK_OF[state]} className="text-xs">
          <span>
            {stamped_at === null ? (
              t(`state.${state}`)
            ) : (
              <span>{t.rich("state.stamped", { at: () => <ExactInstant at={stamped_at} seconds /> })}</span>
            )}
          </span>
          {error !== null && <span>{` ${t("cause", { cause: error })}`}</span>}
        </Remark>
        {stamped_at !== null && (
          <Button asChild size="sm" variant="outline">
            <a href={timestampPath(timestamp_id)} download aria-label={t("downloadOf", { size: format.number(size) })}>
              <Download aria-hidden />
              {t("download")}
            </a>
          </Button>
        )}
      </div>
      {signature !== null && (
        <Remark mark={MARK_OF_SIGNATURE[signature]} className="text-xs">
          {t(`signature.${signature}`)}
        </Remark>
      )}
      <Digits of="SHA256">{sha256}</Digits>
    </li>
  );
}
