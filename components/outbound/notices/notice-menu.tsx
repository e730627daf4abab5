import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Fragment } from "react";
import { RelativeTime } from "#components/kit/time.tsx";
import { noticeKeys } from "#lib/core/browser/query-keys.ts";
import { noticesOptions } from "#lib/outbound/browser/notices.ts";
import { MAX_READ_AT_ONCE, type Notice } from "#lib/outbound/contract/notices/notice.ts";
import type { NoticesRead } from "#lib/outbound/contract/notices/notice-input.ts";
import { api } from "#lib/platform/browser/api.ts";
import { loadMore } from "#lib/platform/browser/query-client.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";

/** The reader's notices by file, newest first, with links. Opening a notice marks all notices of its file as read. */
export function NoticeMenu() {
  const t = useTranslations("notices");
  const client = useQueryClient();
  const list = useInfiniteQuery(noticesOptions(useLocale()));
  const { mutate } = useMutation({
    // The page may be left for the file of the notice before the request is complete.
    mutationFn: (body: NoticesRead) => api("PUT /api/notices/read", { body, keepalive: true }),
    onSettled: () => client.invalidateQueries({ queryKey: noticeKeys.all }),
  });
  const notices = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.isError) return <Note>{t("failed")}</Note>;
  if (list.isPending) return <Note>{t("loading")}</Note>;
  if (notices.length === 0) return <Note>{t("none")}</Note>;
  const open = (group: readonly Notice[]) => {
    const unread = group.flatMap(({ notice_id, read_at }) => (read_at === null ? [notice_id] : []));
    if (unread.length > 0) mutate({ notice_ids: unread.slice(0, MAX_READ_AT_ONCE) });
  };
  return (
    <>
      {notices.some(({ read_at }) => read_at === null) && (
        <>
          <DropdownMenuItem onSelect={() => mutate({ all: true })}>{t("readAll")}</DropdownMenuItem>
          <DropdownMenuSeparator />
        </>
      )}
      {/* Notices without a file are one group. */}
      {[...Map.groupBy(notices, ({ verification_id }) => verification_id)].map(([id, group]) => (
        <Fragment key={id}>
          <DropdownMenuLabel className="truncate">{nameOf(id, group[0]?.file) ?? t("alerts")}</DropdownMenuLabel>
          {group.map(({ notice_id, path, text, at, read_at, mail_failed }) => (
            <DropdownMenuItem key={notice_id} asChild onSelect={() => open(group)}>
              <Link href={path} prefetch={false} className={read_at === null ? "font-medium" : "text-muted-foreground"}>
                <span className="wrap-anywhere min-w-0 flex-1">
                  {read_at === null && <span className="sr-only">{t("unread")} </span>}
                  {text}
                  {mail_failed && (
                    <span className="block font-normal text-muted-foreground text-xs"> {t("mailFailed")}</span>
                  )}
                </span>
                <RelativeTime at={at} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
                {read_at === null && <span aria-hidden className="size-2 shrink-0 rounded-full bg-primary" />}
              </Link>
            </DropdownMenuItem>
          ))}
        </Fragment>
      ))}
      {list.hasNextPage && (
        <DropdownMenuItem
          onSelect={(event) => {
            // The menu stays open for further notices.
            event.preventDefault();
            void loadMore(list);
          }}
        >
          {t("more")}
        </DropdownMenuItem>
      )}
    </>
  );
}

const nameOf = (id: string | null, file: Notice["file"] | undefined): string | null =>
  [file?.title, file?.tag].filter(Boolean).join(" · ") || (id === null ? null : shortId(id));

/** A menu must have an item, even without notices. */
const Note = ({ children }: { children: string }) => (
  <DropdownMenuItem disabled className="text-muted-foreground">
    {children}
  </DropdownMenuItem>
);
