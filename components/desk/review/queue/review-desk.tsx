"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDownToLine } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { onUndone } from "#components/desk/review/last-step.ts";
import { AfterReview } from "#components/desk/review/review-step.ts";
import { useTake } from "#components/desk/review/use-take.ts";
import { Announced } from "#components/kit/announced.tsx";
import { IgnoredNote } from "#components/kit/list/list-states.tsx";
import { useSelection } from "#components/kit/list/selection.ts";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { Failure } from "#components/kit/message.tsx";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { SectionBoundary } from "#components/kit/section-boundary.tsx";
import { openPalette } from "#components/kit/shell/palette-key.ts";
import { leaveLists } from "#lib/core/browser/list-navigation.ts";
import { MAX_BULK } from "#lib/core/contract/verifications/review.ts";
import { reviewLanesOptions } from "#lib/desk/browser/review-lanes.ts";
import { DESK, fallsBack, type Lane, laneOf } from "#lib/desk/contract/review/lanes.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { FilePane } from "./file-pane.tsx";
import { FilePreview, usePreview } from "./file-preview.tsx";
import { LanesBar } from "./lanes-bar.tsx";
import { usePrefetchedNext } from "./prefetch.ts";
import { QueueList } from "./queue-list.tsx";
import { useLead } from "./use-lead.ts";
import { idOf, useQueue } from "./use-queue.ts";

type Props = {
  /** Whether files can be assigned to the reader. */
  decides: boolean;
  /** Whether the reader may assign reviews; rows can then be selected. */
  assigns: boolean;
  /** Content below the queue, in view while its rows scroll. */
  children?: ReactNode;
};

/** Loaded when the first row is selected. */
const BulkBar = dynamic(() => import("#components/desk/review/bulk-bar.tsx").then((module) => module.BulkBar));

/**
 * The queue beside the file; on a phone, one of them at a time. The address contains the lane and the file, and going
 * to the next file is no page load.
 */
export function ReviewDesk({ decides, assigns, children }: Props) {
  const t = useTranslations("review-queue");
  // The list from which the reader came no longer counts: the queue leads to the next file.
  useState(leaveLists);
  const { filter: address, ignored, change } = useFilter(DESK);
  const { file } = address;
  const asked = laneOf(address, decides);
  const [instead, resetInstead] = useFallsBack(asked, file === null);
  const lane = instead ? "unassigned" : asked;
  const queue = useQueue(lane);
  const selection = useSelection(lane, MAX_BULK);
  const pane = useRef<HTMLElement>(null);
  const next = usePrefetchedNext(queue, file);
  const preview = usePreview(queue, file);

  const { lead, saving, settle } = useLead({
    queue,
    lane,
    open: (id) => open(id),
    close: () => {
      flushSync(() => change({ file: null }));
      document.getElementById("main")?.focus({ preventScroll: true });
    },
  });
  const focusPane = () => pane.current?.focus({ preventScroll: true });
  const open = (id: string, into: Lane = lane) => {
    // One history entry for all files, so that Back returns to the queue.
    if (file === null) window.history.pushState(null, "", window.location.href);
    // Focused before the next file is in the page, since focusing forces its layout. An open dialog keeps the focus.
    focusPane();
    flushSync(() => {
      settle(id);
      change({ lane: into, file: id });
    });
    window.scrollTo(0, 0);
    // The sheet of a file that returns has taken the focus.
    if (!document.activeElement?.closest("[role=dialog]") && document.activeElement !== pane.current) focusPane();
  };
  const take = useTake((id) => {
    if (id !== null) open(id, "mine");
  });
  const backToQueue = () => {
    const wide = queue.zone.ref.current?.checkVisibility() ?? false;
    const opened = queue.rows.findIndex(({ verification_id }) => verification_id === file);
    if (!wide) flushSync(() => change({ file: null }));
    const links = queue.zone.ref.current?.querySelectorAll<HTMLElement>("[data-row-link]");
    links?.[Math.max(opened, 0)]?.focus();
  };
  const reopen = useEffectEvent((id: string) => {
    if (queue.hasLeft(id)) open(id);
  });
  useEffect(() => onUndone((id) => reopen(id)), []);
  usePageKeys((event) => {
    if (event.altKey || event.repeat) return;
    if (event.key === "t" && decides) {
      event.preventDefault();
      // A replayed key was pressed before the page was ready.
      if (event.isTrusted) take.next();
    }
    // Here `/` opens the palette, which finds files of all lanes.
    if (event.key === "/" && openPalette()) event.preventDefault();
    if (event.key === "Escape" && file !== null && selection.keys.size === 0) {
      event.preventDefault();
      backToQueue();
    }
  });

  const isEmpty = file === null && queue.isEmpty;
  return (
    <AfterReview value={lead}>
      <h1 className="sr-only">{t("title")}</h1>
      <IgnoredNote ignored={ignored} />
      <div
        className={cn(
          "sm:page-line -mt-3 mb-4 flex flex-wrap items-center lg:in-data-[sheet]:flex-nowrap gap-y-3 sm:pb-px lg:in-data-[sheet]:max-[87.5rem]:hidden print:hidden",
          file !== null && "max-lg:hidden",
        )}
      >
        <LanesBar
          lane={lane}
          onLane={(next) => {
            take.forget();
            resetInstead();
            change({ lane: next, file: null });
          }}
        />
        <div className="ml-auto flex flex-wrap items-center justify-end py-1 max-sm:w-full">
          <Announced as="p" className="text-[0.8125rem] text-muted-foreground not-empty:mx-3">
            {take.nothing && t("take.none")}
          </Announced>
          {decides && (
            <Button
              size="sm"
              // Beside an open panel the lanes need its room, and its key waits as well.
              className="max-sm:w-full lg:max-3xl:in-data-[sheet]:hidden"
              aria-disabled={take.step.isPending}
              aria-keyshortcuts="t"
              onClick={take.next}
            >
              <ArrowDownToLine aria-hidden />
              {t("take.next")}
              <Kbd
                aria-hidden
                className="border-primary-foreground/40 bg-transparent text-primary-foreground max-lg:hidden"
              >
                T
              </Kbd>
            </Button>
          )}
        </div>
      </div>
      <Failure says={take.step.isError ? t("take.failed") : null} />
      <div
        className={cn(
          !isEmpty &&
            "gap-5 lg:in-data-[sheet]:max-[87.5rem]:block lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] xl:grid-cols-[22rem_minmax(0,1fr)] xl:in-data-[sheet]:grid-cols-[18rem_minmax(0,1fr)] 3xl:grid-cols-[32rem_minmax(0,1fr)] print:block",
        )}
      >
        <div
          className={cn(
            "min-w-0 lg:in-data-[sheet]:max-[87.5rem]:hidden",
            file !== null && "max-lg:hidden print:hidden",
          )}
        >
          <div className="lg:sticky lg:top-15">
            <SectionBoundary of="queue">
              <QueueList
                lane={lane}
                queue={queue}
                file={file}
                preview={preview}
                decides={decides}
                instead={instead}
                selection={assigns ? selection : undefined}
                onOpen={open}
              />
            </SectionBoundary>
            {children}
          </div>
          {selection.keys.size > 0 && (
            <BulkBar selection={selection} files={queue.rows} mayDecide={decides} focusElsewhere={backToQueue} />
          )}
        </div>
        {file !== null ? (
          <FilePane ref={pane} file={file} next={next} saving={saving} lane={t(`lanes.${lane}`)} onBack={backToQueue} />
        ) : (
          preview !== null && <FilePreview row={preview} onOpen={() => open(idOf(preview))} />
        )}
      </div>
    </AfterReview>
  );
}

/**
 * Whether the unassigned lane replaces an empty `mine`. It stays replaced while the reader is at the queue, so that the
 * list does not change under the pointer. Choosing a lane resets it.
 */
function useFallsBack(asked: Lane, isAtQueue: boolean): [boolean, () => void] {
  const { data } = useQuery(reviewLanesOptions());
  const [has, setHas] = useState(false);
  const falls = isAtQueue && asked === "mine" && (has || fallsBack(asked, data));
  if (falls !== has) setHas(falls);
  return [falls, () => setHas(false)];
}
