import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Cancel } from "#components/kit/buttons.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { OUTCOME_STYLES, ResultLine } from "#components/kit/outcome-results.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { MAX_ACCEPTED_TOGETHER } from "#lib/core/contract/verifications/review.ts";
import { acceptableOptions } from "#lib/desk/browser/reviews.ts";
import type { AcceptableFile } from "#lib/desk/contract/review/bulk-acceptance.ts";
import { Button } from "@/components/ui/button";
import { ScrollArea } from "@/components/ui/scroll-area";

type Props = {
  ids: readonly string[];
  nameOf: (id: string) => string;
  onStart: (files: readonly AcceptableFile[]) => void;
  onCancel: () => void;
};

/** Lists the selected files by company, and why some of them cannot be accepted together; accepts the others. */
export function AcceptTogetherForm({ ids, nameOf, onStart, onCancel }: Props) {
  const t = useTranslations("review-bulk");
  const why = useErrorWords("review-bulk.why");
  const isTooMany = ids.length > MAX_ACCEPTED_TOGETHER;
  const query = useQuery({ ...acceptableOptions(ids), enabled: !isTooMany });
  const [ready = [], others = []] = [true, false].map((isReady) =>
    query.data?.files.filter(({ obstacle }) => (obstacle === null) === isReady),
  );
  const idle = ready.length === 0;
  return (
    <form
      method="post"
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!idle) onStart(ready);
      }}
    >
      {isTooMany ? (
        <p role="alert">{t("together.tooMany", { most: MAX_ACCEPTED_TOGETHER, count: ids.length })}</p>
      ) : (
        <Loaded query={query} label={t("together.loading")} height="h-40" failed={why}>
          {() => (
            <div className="space-y-1.5">
              <p role="status" className="text-[0.8125rem] tabular-nums">
                {t("together.counts", { ready: ready.length, others: others.length })}
              </p>
              <ScrollArea label={t("together.files")} className="max-h-72 rounded-md border border-border">
                <ul className="divide-y divide-border text-xs">
                  {[...ready, ...others].map(({ verification_id: id, obstacle }) => (
                    <ResultLine
                      key={id}
                      id={id}
                      name={nameOf(id)}
                      look={obstacle === null ? OUTCOME_STYLES.good : OUTCOME_STYLES.same}
                      there
                      says={obstacle === null ? t("together.ready") : t(`together.obstacle.${obstacle}`)}
                    />
                  ))}
                </ul>
              </ScrollArea>
            </div>
          )}
        </Loaded>
      )}
      <div className="flex justify-end gap-2">
        <Cancel onClick={onCancel} />
        {/* Not `disabled`, so that the button keeps the focus while the files are checked. */}
        <Button type="submit" aria-disabled={idle}>
          {t("start.accept", { count: ready.length })}
        </Button>
      </div>
    </form>
  );
}
