import { onlineManager, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { formatDuration, useClock } from "#components/kit/time.tsx";
import { connectLive, type LiveState } from "#lib/core/browser/live.ts";
import { askForRows } from "#lib/core/browser/live-rows.ts";
import { setPresence } from "#lib/core/browser/presence.ts";
import { concernedKeys, concernedRows, erasedKeys } from "#lib/core/browser/query-keys.ts";
import { statusOptions } from "#lib/core/browser/status.ts";
import { connectionOf, type Reception } from "#lib/core/contract/connection.ts";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import type { LiveMessage } from "#lib/core/contract/verifications/activity.ts";
import { askAgain, paced } from "#lib/platform/browser/query-client.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const TONE = {
  live: "bg-done",
  waiting: "bg-muted-foreground",
  connecting: "bg-muted-foreground",
  offline: "bg-medium",
  reconnecting: "bg-medium",
  quiet: "bg-muted-foreground",
  partial: "bg-medium",
  deaf: "bg-failed",
} as const;

/** Whether the shown data updates by itself: a word beside the colour, on phones for screen readers only. */
export function LiveMark() {
  const t = useTranslations("shell.live");
  const format = useFormatter();
  const locale = useLocale();
  const now = useClock();
  const { data: status } = useQuery(statusOptions());
  const state = liveMarkState(useContext(LiveContext), status, now);
  const late = useLate(state === "connecting");
  const last = status?.last_event_at ? Date.parse(status.last_event_at) : null;
  const since = last === null ? "" : format.relativeTime(Math.min(last, now.getTime()), { now, style: "narrow" });
  return (
    <Hint text={last === null ? t("noEvent") : t("lastEvent", { since })}>
      <Announced as="span" className="inline-flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs sm:px-1">
        {/* Phones have no room for the word: any state but the usual one has a mark of another shape. */}
        <span
          aria-hidden
          className={cn(
            "size-2 shrink-0 rounded-full",
            state !== "live" && (state !== "connecting" || late) && "max-sm:rotate-45 max-sm:rounded-none",
            TONE[state],
          )}
        />
        {state === "connecting" && !late ? (
          // The place of the usual word, which is no text of the page.
          <span
            aria-hidden
            data-word={t("live")}
            className="invisible before:content-[attr(data-word)] max-sm:hidden"
          />
        ) : (
          <span className="truncate max-sm:sr-only">
            {t(state, { duration: last === null ? "" : formatDuration(now.getTime() - last, locale) })}
          </span>
        )}
      </Announced>
    </Hint>
  );
}

/** A page that connects within this time says nothing about it. */
const CONNECTING_MS = 5_000;

/** Whether the page has been connecting for a while. */
function useLate(connecting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!connecting) return;
    const timer = setTimeout(() => setLate(true), CONNECTING_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [connecting]);
  return late;
}

/** The mark's state for each state of reception; for all others no event can arrive. */
const MARK_OF = {
  live: "live",
  quiet: "quiet",
  waiting: "waiting",
  creating: "connecting",
  refused: "partial",
  missing_events: "partial",
  silence: "quiet",
} as const satisfies Partial<Record<Reception, LiveMarkState>>;

type LiveMarkState = LiveState | "offline" | "waiting" | "quiet" | "partial" | "deaf";

/**
 * The state of the mark. Besides an open stream, it needs events that can arrive (`deaf`: none can, `partial`: only
 * some can) and an event within the hour (else `quiet`; `waiting`: none so far).
 */
export function liveMarkState(
  stream: LiveState | "offline",
  status: SystemStatus | undefined,
  now: Date,
): LiveMarkState {
  if (stream !== "live") return stream;
  if (!status) return "connecting";
  const { cause, reception } = connectionOf(status, now.getTime());
  if (cause.startsWith("storage_")) return "deaf";
  const state = reception in MARK_OF ? MARK_OF[reception as keyof typeof MARK_OF] : "deaf";
  // Without any delivery so far neither a part nor a pause is known.
  return status.last_event_at === null && (state === "partial" || state === "quiet") ? "waiting" : state;
}

const LiveContext = createContext<LiveState | "offline">("connecting");

const RoleContext = createContext<Role | null>(null);

/** Reports a changed role, since the page still shows the actions of the earlier role. */
export function RoleNotice() {
  const t = useTranslations("shell");
  const user = useCurrentUser();
  const role = useContext(RoleContext);
  if (role === null || role === user.role) return null;
  return (
    <Alert variant="warning" role="alert" className="rounded-none border-x-0 border-t-0 print:hidden">
      <AlertDescription className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{t("roleNow.changed", { role: t(`role.${role}`) })}</span>
        <Button variant="outline" size="xs" onClick={() => window.location.reload()}>
          {t("roleNow.reload")}
        </Button>
      </AlertDescription>
    </Alert>
  );
}

/** Minimum interval of refetches, which limits the load of server and browser, and the age of shown data. */
const REFETCH_INTERVAL_MS = 500;

/**
 * Refetches the queries that live messages concern (design §4, Live). The stream has no cursor: messages before a newly
 * opened stream are lost, so everything shown is refetched. Without network or session there is no stream.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  const [role, setRole] = useState<Role | null>(null);
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true,
  );
  useEffect(() => {
    if (!online) return;
    const refetch = paced<LiveMessage>(
      (messages) =>
        Promise.all([
          // Erased data is removed from the screen at once; the refetch then confirms the erasure.
          ...erasedKeys(messages).map((queryKey) => client.resetQueries({ queryKey })),
          ...concernedKeys(messages).map((queryKey) => askAgain(client, queryKey)),
          ...concernedRows(messages).map(({ queryKey, ids }) => askForRows(client, queryKey, ids)),
        ]),
      REFETCH_INTERVAL_MS,
    );
    const disconnect = connectLive((update) => {
      if (update.type === "state") setState(update.state);
      else if (update.type === "presence") setPresence(update.present);
      else if (update.type === "hello") {
        if (update.role) setRole(update.role);
        void askAgain(client, []);
      } else refetch(update.messages);
    });
    return () => {
      disconnect();
      setState("connecting");
    };
  }, [client, online]);
  return (
    <RoleContext value={role}>
      <LiveContext value={online ? state : "offline"}>{children}</LiveContext>
    </RoleContext>
  );
}
