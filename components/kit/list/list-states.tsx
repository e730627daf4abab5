import { CloudOff, FilterX, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Retry } from "#components/kit/buttons.tsx";
import { IconButton } from "#components/kit/icon-button.tsx";
import { Message } from "#components/kit/message.tsx";
import { usePassingFocus } from "#components/kit/passing-focus.ts";
import { useOpenWords } from "#components/kit/words.tsx";
import { ApiError } from "#lib/platform/browser/api.ts";
import type { IgnoredParameter } from "#lib/platform/contract/url-parameters.ts";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { FilterWords } from "./filter-chips.tsx";
import type { ListName } from "./live-notes.tsx";
import type { ListFilter } from "./use-filter.ts";

const focusMain = () => document.getElementById("main")?.focus({ preventScroll: true });

type Props = {
  role?: "status" | "alert";
  icon: ReactNode;
  title: string;
  /** Moves the focus if the message is removed while one of its buttons has it. */
  focusElsewhere?: () => void;
  children: ReactNode;
};

/** Shown instead of rows: the reason and the next step. */
export function ListMessage({ role, icon, title, focusElsewhere = focusMain, children }: Props) {
  const box = usePassingFocus<HTMLDivElement>(focusElsewhere);
  return (
    <Message ref={box} role={role} icon={icon} title={title} level="h2">
      {children}
    </Message>
  );
}

type FailureProps = {
  of: ListName;
  query: { error: Error | null; failureReason: Error | null; refetch: () => unknown };
  focusElsewhere?: () => void;
};

/** Shown after failed loading: the error, that no data is lost, and a retry. */
export function ListFailure({ of, query: { refetch, ...query }, focusElsewhere }: FailureProps) {
  const t = useTranslations("list.failed");
  const words = useTranslations(`${of}.page.failed`);
  const ofCode = useOpenWords(`${of}.page.failed`);
  const error = query.error ?? query.failureReason;
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: "" };
  return (
    <ListMessage role="alert" icon={<CloudOff aria-hidden />} title={words("title")} focusElsewhere={focusElsewhere}>
      <p>{ofCode(code) ?? (status === 0 ? t("offline") : status === 503 ? t("unavailable") : t("other", { code }))}</p>
      <p>{words("safe")}</p>
      <Retry query={{ refetch }} size="default" />
    </ListMessage>
  );
}

type NothingProps<Filter> = {
  of: ListName;
  filter: ListFilter<Filter>;
  words: readonly FilterWords[];
  focusElsewhere: () => void;
  children?: ReactNode;
};

/** Shown if no row matches: names the filters, with a button that clears them. The number of rows is shown elsewhere. */
export function NothingMatches<Filter>({ of, filter, words, focusElsewhere, children }: NothingProps<Filter>) {
  const t = useTranslations(`${of}.page.nothing`);
  const names = useTranslations("list.chips");
  return (
    <ListMessage icon={<FilterX aria-hidden />} title={t("title")} focusElsewhere={focusElsewhere}>
      <p>{t("why")}</p>
      {words.length > 0 && (
        <>
          <ul className="max-w-full">
            {words.map(({ name, value, title }) => (
              <li key={`${name} ${title ?? value}`} className="truncate">
                {name}: <strong className="font-medium">{value}</strong>
              </li>
            ))}
          </ul>
          {children}
          <Button variant="outline" onClick={filter.clear}>
            {names("clearFilters")}
          </Button>
        </>
      )}
    </ListMessage>
  );
}

/** A failed refetch, shown above the rows of the last answer. */
export function StaleNote({ query }: { query: { isRefetchError: boolean; refetch: () => unknown } }) {
  const t = useTranslations("list.stale");
  if (!query.isRefetchError) return null;
  return (
    <Alert
      variant="warning"
      role="status"
      className="mb-2.5 flex-wrap items-center gap-x-2.5 gap-y-1 py-1.5 pr-1.5 pl-3 text-[0.8125rem] [&>svg]:mt-0"
    >
      <TriangleAlert aria-hidden />
      <p className="min-w-0 flex-1">{t("text")}</p>
      <Retry query={query} />
    </Alert>
  );
}

/**
 * The ignored parameters of the address, with the reasons. A parameter with personal data is removed from the address
 * at once; the note stays until it is dismissed or replaced by another note.
 */
export function IgnoredNote({ ignored }: { ignored: IgnoredParameter[] }) {
  const t = useTranslations("list.ignored");
  const [noted, setNoted] = useState(ignored);
  const [seen, setSeen] = useState(ignored);
  if (ignored !== seen) {
    setSeen(ignored);
    if (ignored.length > 0) setNoted(ignored);
  }
  if (noted.length === 0) return null;
  return (
    <Alert variant="warning" role="status" className="mb-3 gap-2.5 py-2 pr-2 pl-3 text-[0.8125rem]">
      <TriangleAlert aria-hidden />
      <div className="min-w-0 flex-1">
        <AlertTitle>{t("title", { count: noted.length })}</AlertTitle>
        <ul>
          {noted.map(({ name, reason }) => (
            <li key={`${name} ${reason}`}>
              <code translate="no" className="font-mono text-xs">
                {name}
              </code>
              : <span>{t(`reasons.${reason}`)}</span>
            </li>
          ))}
        </ul>
      </div>
      <IconButton label={t("dismiss")} onClick={() => setNoted([])}>
        <X aria-hidden />
      </IconButton>
    </Alert>
  );
}
