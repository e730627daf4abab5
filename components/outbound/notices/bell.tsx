import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { LazyMenu } from "#components/kit/lazy-popup.tsx";
import { unreadOptions } from "#lib/outbound/browser/notices.ts";
import { MAX_UNREAD } from "#lib/outbound/contract/notices/notice.ts";
import { Button } from "@/components/ui/button";

const NoticeMenu = lazy(() => import("./notice-menu.tsx").then((code) => ({ default: code.NoticeMenu })));

/** The button of the notices with the number of unread ones, announced when it rises. The menu is loaded when it opens. */
export function Bell() {
  const t = useTranslations("shell.bell");
  const { data: unread = 0, isSuccess } = useQuery(unreadOptions);
  const words = unread === 0 ? t("label") : t("unread", { count: unread });
  return (
    <>
      <LazyMenu
        hint={words}
        trigger={
          <Button variant="ghost" size="icon" aria-label={words} className="relative">
            <BellIcon aria-hidden />
            {unread > 0 && (
              <span
                aria-hidden
                data-count={unread >= MAX_UNREAD ? `${MAX_UNREAD - 1}+` : unread}
                className="absolute top-0 right-0 min-w-4 rounded-full bg-primary px-1 text-center font-semibold text-[0.625rem] text-primary-foreground leading-4 before:content-[attr(data-count)]"
              />
            )}
          </Button>
        }
      >
        {({ DropdownMenuContent }) => (
          <DropdownMenuContent align="end" aria-label={t("label")} className="w-96 max-w-[calc(100vw-1rem)]">
            <Suspense>
              <NoticeMenu />
            </Suspense>
          </DropdownMenuContent>
        )}
      </LazyMenu>
      {isSuccess && <Risen unread={unread} words={words} />}
    </>
  );
}

/** Announces the number if it is higher than at the last opening of the menu or of the page. */
function Risen({ unread, words }: { unread: number; words: string }) {
  const [known, setKnown] = useState(unread);
  const [said, setSaid] = useState(false);
  if (unread !== known) {
    setKnown(unread);
    setSaid(unread > known);
  }
  return (
    <Announced as="span" className="sr-only">
      {said && words}
    </Announced>
  );
}
