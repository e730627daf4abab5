import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { FILE_KEYS } from "#components/desk/review/review-actions.ts";
import { replayKey, useBufferedShortcuts } from "#components/kit/key-buffer.ts";
import { OUTDATED_CLASS } from "#components/kit/list/definition.ts";
import { ListEnd } from "#components/kit/list/list-page.tsx";
import { ListFailure, ListMessage, StaleNote } from "#components/kit/list/list-states.tsx";
import { WaitingRows } from "#components/kit/list/live-notes.tsx";
import { ROW_KEYS, rowForKey } from "#components/kit/list/row-keys.ts";
import type { Selection } from "#components/kit/list/selection.ts";
import { hasFailed } from "#components/kit/list/use-live-rows.ts";
import { isModifiedClick } from "#components/kit/modified-click.ts";
import { isIdle, isPageKey, usePageKeys } from "#components/kit/page-keys.ts";
import { TextLink } from "#components/kit/text-link.tsx";
import { Waiting } from "#components/kit/waiting.tsx";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { reviewLanesOptions } from "#lib/desk/browser/review-lanes.ts";
import type { Lane } from "#lib/desk/contract/review/lanes.ts";
import { singleKeysWanted } from "#lib/platform/browser/preferences.ts";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { QueueRow } from "./queue-row.tsx";
import { idOf, type Queue } from "./use-queue.ts";

type Props = {
  lane: Lane;
  queue: Queue;
  file: string | null;
  /** The file that Enter opens while no row is active. */
  preview: VerificationSummary | null;
  /** Whether files can be assigned to the user. */
  decides: boolean;
  /** True if the reader has no files of their own: the unassigned lane is shown instead. */
  instead: boolean;
  selection: Selection | undefined;
  onOpen: (id: string) => void;
};

const NEAR_END_ROWS = 10;
/** Number of rows that PageDown moves by: about one screen. */
const PAGE_KEY_ROWS = 8;

/** The files of a lane: a single Tab stop, with keys that work anywhere on the page. */
export function QueueList({ lane, queue, file, preview, decides, instead, selection, onOpen }: Props) {
  const t = useTranslations("review-queue");
  const { query, rows, zone, box, more, outdated, isEmpty } = queue;
  const begun = useQuery(reviewLanesOptions()).data?.begun ?? true;
  const whyEmpty = lane === "mine" && !decides ? "empty.mine.others" : (`empty.${lane}.why` as const);
  const [activeId, setActiveId] = useState<string | null>(null);
  const indexOf = (id: string | null) => rows.findIndex((row) => idOf(row) === id);
  // The active row may be gone after a decision; then the open file is the starting point.
  const found = [indexOf(activeId), indexOf(file)].find((index) => index !== -1) ?? -1;
  const active = Math.max(found, 0);
  const goTo = (event: { preventDefault(): void }, index: number | null) => {
    const links = zone.ref.current?.querySelectorAll<HTMLElement>("[data-row-link]");
    if (index === null || !links?.[index]) return;
    event.preventDefault();
    links[index].focus();
  };
  // Single characters are shortcuts of the page, which users can turn off.
  const onKeyDown = (event: KeyboardEvent) => {
    const marked = rows[active]?.verification_id;
    const isOfMarked = marked !== undefined && marked !== file && FILE_KEYS.includes(event.key) && event.key !== "z";
    if (isOfMarked && !event.repeat && isPageKey(event.nativeEvent, singleKeysWanted())) {
      event.preventDefault();
      onOpen(marked);
      replayKey(event.key);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length === 1) return;
    goTo(event, rowForKey(event.key, active, rows.length, PAGE_KEY_ROWS));
  };
  const selectAt = (index: number, range: boolean) => {
    const row = rows[index];
    if (row) selection?.select(rows.map(idOf), idOf(row), range);
  };
  usePageKeys((event) => {
    if (event.altKey) return;
    const { key, target } = event;
    if (selection && key.toLowerCase() === "x") {
      goTo(event, active);
      selectAt(active, event.shiftKey);
    }
    const marked = found === -1 ? preview : rows[found];
    if (key === "Enter" && isIdle(target) && marked) onOpen(marked.verification_id);
    if (key === "j" || key === "k") {
      // The first key moves to the first row if there is no active row.
      goTo(event, found === -1 ? 0 : rowForKey(key, active, rows.length, PAGE_KEY_ROWS));
    }
  });
  return (
    <div
      ref={box}
      // The edge of the window limits what is in view, not the edge of a row.
      className={cn(
        "lg:relative lg:max-h-[calc(100dvh-10.5rem)] lg:overflow-y-auto",
        rows.length > 0 && "lg:rounded-md lg:border lg:border-border lg:bg-card",
      )}
    >
      <StaleNote query={query} />
      <div {...zone}>
        {hasFailed(query) ? (
          <ListFailure of="verifications" query={query} />
        ) : isEmpty ? (
          <ListMessage
            role="status"
            icon={<ClipboardCheck aria-hidden />}
            title={t(begun ? `empty.${lane}.title` : "empty.yet.title")}
          >
            <p>{t(begun ? whyEmpty : "empty.yet.why")}</p>
            {!begun && <TextLink href="/verifications">{t("empty.yet.link")}</TextLink>}
          </ListMessage>
        ) : rows.length === 0 ? (
          <QueueSkeleton label={t("loading")} />
        ) : (
          <>
            {instead && (
              <div role="status" className="border-border border-b px-3 py-2 text-xs">
                <h2 className="font-medium">{t("empty.mine.title")}</h2>
                <p className="text-muted-foreground">{t("instead")}</p>
              </div>
            )}
            <ul
              aria-label={t(`lanes.${lane}`)}
              aria-busy={outdated}
              onKeyDown={onKeyDown}
              onFocus={({ target }) => {
                const links = zone.ref.current?.querySelectorAll("[data-row-link]") ?? [];
                const row = rows[[...links].indexOf(target)];
                if (row) setActiveId(row.verification_id);
              }}
              onClick={(event) => {
                const target = event.target as Element;
                const index = [...event.currentTarget.children].findIndex((row) => row.contains(target));
                if (target.closest("[data-row-link]") && rows[index] && !isModifiedClick(event)) {
                  event.preventDefault();
                  onOpen(rows[index].verification_id);
                }
                if (!target.closest("[data-select]")) return;
                selectAt(index, event.shiftKey);
                // A click also makes the row active.
                if (event.detail > 0) goTo(event, index);
              }}
              data-selecting={(selection && selection.keys.size > 0) || undefined}
              className={cn(outdated && OUTDATED_CLASS)}
            >
              {rows.map((row, index) => (
                <QueueRow
                  key={row.verification_id}
                  row={row}
                  lane={lane}
                  isOpen={row.verification_id === file}
                  isActive={index === active}
                  selected={selection?.keys.has(row.verification_id)}
                />
              ))}
            </ul>
            <NearEnd key={rows.length} onSeen={more} />
            <ListEnd query={query} />
          </>
        )}
        <WaitingRows list={queue} />
      </div>
      {/* Space below the rows, so that the bar of selected files covers none. */}
      {selection && selection.keys.size > 0 && <div aria-hidden className="h-26" />}
    </div>
  );
}

function NearEnd({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = mark;
    if (!current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen());
    observer.observe(current);
    return () => observer.disconnect();
  }, [onSeen]);
  return (
    <div aria-hidden className="relative">
      <div
        ref={mark}
        style={{ height: `calc(4.75rem * ${NEAR_END_ROWS})` }}
        className="pointer-events-none absolute bottom-0 w-px"
      />
    </div>
  );
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, index) => index);

function QueueSkeleton({ label }: { label: string }) {
  useBufferedShortcuts(true, ROW_KEYS);
  return (
    <Waiting label={label} className="mask-b-from-40%">
      {SKELETON_ROWS.map((index) => (
        <div key={index} className="flex h-19 flex-col justify-center gap-2 border-border border-b px-3">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3 w-56 max-w-full" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </Waiting>
  );
}
