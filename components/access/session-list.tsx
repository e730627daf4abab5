"use client";

import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant, RelativeInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ListedSession } from "#lib/contract/access/user.ts";
import { browserName } from "./browser-name.ts";

type Props = { sessions: readonly ListedSession[]; busy: boolean; onEnd: (id: string) => void };

/** Where a person is signed in: with what, from where, since when. */
export function SessionList({ sessions, busy, onEnd }: Props) {
  const t = useTranslations("access.sessions");
  return (
    <ul className="divide-y divide-border">
      {sessions.map(({ id, user_agent, address, started_at, active_at, current }) => {
        const name = browserName(user_agent) ?? t("unknownBrowser");
        return (
          <li key={id} className="flex items-start gap-3 px-4 py-3 text-sm">
            <MonitorSmartphone aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            <div className="min-w-0 flex-1">
              <p className="font-medium" title={user_agent ?? undefined}>
                {name}
                {current && (
                  <span className="ml-2 rounded-full bg-accent px-2 py-0.5 font-medium text-xs">{t("current")}</span>
                )}
              </p>
              <p className="wrap-anywhere text-muted-foreground text-xs">
                {address !== null && (
                  <>
                    <span className="font-mono">{address}</span>
                    {" · "}
                  </>
                )}
                {t.rich("started", { at: () => <ExactInstant at={started_at} /> })}
                {!current && (
                  <>
                    {" · "}
                    {t.rich("active", { at: () => <RelativeInstant at={active_at} /> })}
                  </>
                )}
              </p>
            </div>
            {!current && (
              <Button
                variant="outline"
                size="xs"
                aria-disabled={busy}
                aria-label={t("endNamed", { name })}
                onClick={() => !busy && onEnd(id)}
              >
                {t("end")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
