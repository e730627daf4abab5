import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Remark, type RemarkState } from "#components/kit/remark.tsx";
import { EmptySection } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { ActionFailure, useCodeWords, useErrorWords } from "#components/kit/words.tsx";
import { channelKeys, sendingsOptions } from "#lib/outbound/browser/channels.ts";
import {
  type Channel,
  type Sending,
  type SendingState,
  SHOWN_SENDINGS,
} from "#lib/outbound/contract/channels/channel.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { useMessageName } from "./message-name.ts";

const STATE_MARKS: Record<SendingState, RemarkState> = {
  sent: "good",
  failed: "bad",
  pending: "open",
  superseded: "unknown",
};

type Props = { channel: Channel };

/** The last messages of a channel; failed ones can be sent again, one or all. */
export function Sendings({ channel }: Props) {
  const t = useTranslations("channels.sendings");
  const client = useQueryClient();
  const manages = useCurrentUser().may("channels.manage");
  const sendings = useQuery(sendingsOptions(channel));
  const { channel_id } = channel;
  const again = useMutation({
    mutationFn: (sending_id: number | "all"): Promise<unknown> =>
      sending_id === "all"
        ? api("POST /api/channels/{channel_id}/sendings/retry", { params: { channel_id } })
        : api("POST /api/channels/{channel_id}/sendings/{sending_id}/retry", { params: { channel_id, sending_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: channelKeys.all }),
  });
  const run = (sending: number | "all") => !again.isPending && again.mutate(sending);
  return (
    <Loaded query={sendings} label={t("title")} height="h-16" failed={useErrorWords("channels.problem")}>
      {({ items }) => (
        <div className="space-y-2">
          <ActionFailure words="channels.problem" error={again.error} />
          {manages && channel.failed > 1 && (
            <Button size="sm" variant="outline" aria-disabled={again.isPending} onClick={() => run("all")}>
              {t("againAll", { count: channel.failed })}
            </Button>
          )}
          {items.length === 0 && <EmptySection>{t("none")}</EmptySection>}
          {items.length > 0 && (
            <ul
              aria-label={t("of", { name: channel.name })}
              className="divide-y divide-border border-border border-y text-sm"
            >
              {items.map((sending) => (
                <SendingEntry
                  key={sending.sending_id}
                  sending={sending}
                  onAgain={manages ? () => run(sending.sending_id) : null}
                />
              ))}
            </ul>
          )}
          {items.length === SHOWN_SENDINGS && (
            <p className="text-muted-foreground text-xs">{t("most", { count: SHOWN_SENDINGS })}</p>
          )}
        </div>
      )}
    </Loaded>
  );
}

/** Without `onAgain` for readers who may not send. */
function SendingEntry({ sending, onAgain }: { sending: Sending; onAgain: (() => void) | null }) {
  const t = useTranslations("channels.sendings");
  const nameOf = useMessageName();
  const { kind, state, attempts, created_at, verification_id, event_id, status } = sending;
  return (
    <li className="space-y-0.5 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <ExactInstant at={created_at} seconds />
          <span className="font-medium">{kind === "test" ? t("testMessage") : nameOf(kind)}</span>
          {verification_id && (
            <span translate="no" className="wrap-anywhere font-mono text-xs">
              {verification_id}
            </span>
          )}
        </span>
        <span className="flex items-center gap-3">
          <Remark mark={STATE_MARKS[state]}>{t(`state.${state}`)}</Remark>
          {onAgain !== null && state === "failed" && (
            <Button size="sm" variant="outline" onClick={onAgain}>
              {t("again")}
            </Button>
          )}
        </span>
      </div>
      <Cause sending={sending} />
      <p className="wrap-anywhere text-muted-foreground text-xs">
        <span translate="no" className="font-mono">
          {event_id}
        </span>
        {attempts > 0 && <span>{` · ${t("attempts", { count: attempts })}`}</span>}
        {status !== null && <span>{` · ${t("status", { status: String(status) })}`}</span>}
      </p>
    </li>
  );
}

function Cause({ sending: { error, answer, attempts, next_attempt_at, state } }: { sending: Sending }) {
  const t = useTranslations("channels.sendings");
  const cause = useCodeWords("channels.cause");
  // During an attempt it is the end of the worker's lease.
  const next = state === "pending" && (error !== null || attempts === 0) ? next_attempt_at : null;
  return (
    <div className="text-xs empty:hidden">
      {error !== null && <p className={state === "failed" ? "text-failed" : undefined}>{cause(error)}</p>}
      {answer && <p className="wrap-anywhere text-muted-foreground">{t("answer", { answer })}</p>}
      {next && (
        <p key={error} className="text-muted-foreground">
          {t.rich(error === null ? "held" : "next", { at: () => <ExactInstant at={next} seconds /> })}
        </p>
      )}
    </div>
  );
}

export function TestOutcome({ channel, sending }: { channel: Channel; sending: number }) {
  const t = useTranslations("channels.sendings");
  const { data } = useQuery(sendingsOptions(channel));
  const found = data?.items.find(({ sending_id }) => sending_id === sending);
  const cause = useCodeWords("channels.cause");
  const state = found?.state ?? "pending";
  const error = found?.error ?? null;
  const mark = state === "pending" && error !== null ? "warning" : STATE_MARKS[state];
  return (
    <Remark mark={mark} className="text-sm">
      <span>{t(`test.${state === "pending" && error !== null ? "retrying" : state}`)}</span>{" "}
      {error !== null && <span>{cause(error)}</span>}
    </Remark>
  );
}
