import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Mail, MessageSquare, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Folded } from "#components/kit/folded.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { ExactInstant, RelativeInstant } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { changeChannel, channelKeys } from "#lib/outbound/browser/channels.ts";
import type { Channel } from "#lib/outbound/contract/channels/channel.ts";
import { traitsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sendings, TestOutcome } from "./sendings.tsx";

export type ChannelAction = "edit" | "secret" | "delete";

type Props = { channel: Channel; onAction: (what: ChannelAction) => void };

export function ChannelEntry({ channel, onAction }: Props) {
  const t = useTranslations("channels.entry");
  const client = useQueryClient();
  const manages = useCurrentUser().may("channels.manage");
  const { channel_id, kind, name, url, to, events, paused, overlap_until, waiting } = channel;
  const [tested, setTested] = useState<number | null>(null);
  const test = useMutation({
    mutationFn: () => api("POST /api/channels/{channel_id}/test", { params: { channel_id } }),
    onSuccess: ({ sending_id }) => setTested(sending_id),
    onSettled: () => client.invalidateQueries({ queryKey: channelKeys.all }),
  });
  const pause = useSecretChange(changeChannel, {
    to: () => t(paused ? "confirmTo.resume" : "confirmTo.pause", { name }),
    changes: [channelKeys.all],
  });
  const { address, isSecret, signs } = traitsOf(kind);
  const Icon = address === "recipients" ? Mail : signs ? Webhook : MessageSquare;
  const error = test.error ?? pause.error;
  return (
    <li className="space-y-2.5 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72 space-y-1">
          <div className="flex flex-wrap items-center gap-2">
            <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            <h3 className="wrap-anywhere font-medium text-sm">{name}</h3>
            <Badge variant="outline">{t(`kind.${kind}`)}</Badge>
            {paused && <Badge variant="warning">{t("paused")}</Badge>}
          </div>
          <p className="wrap-anywhere text-muted-foreground text-xs">
            {address === "recipients" ? (
              to.join(", ")
            ) : (
              <span translate="no" className="font-mono">
                {isSecret ? `${url}/…` : url}
              </span>
            )}
          </p>
          <p className="text-muted-foreground text-xs">{t("carries", { count: events.length })}</p>
          <State channel={channel} />
          {paused && waiting > 0 && <p className="text-muted-foreground text-xs">{t("waiting", { count: waiting })}</p>}
          {overlap_until && (
            <p className="text-muted-foreground text-xs">
              {t.rich("overlap", { at: () => <ExactInstant at={overlap_until} /> })}
            </p>
          )}
        </div>
        {manages && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="outline" aria-disabled={test.isPending || paused} onClick={() => test.mutate()}>
              {t("test")}
            </Button>
            <Button size="sm" variant="outline" onClick={() => onAction("edit")}>
              {t("edit")}
            </Button>
            <Button
              size="sm"
              variant="outline"
              aria-disabled={pause.isPending}
              onClick={() => pause.run({ id: channel_id, change: { paused: !paused } })}
            >
              {t(paused ? "resume" : "pause")}
            </Button>
            {signs && (
              <Button size="sm" variant="outline" onClick={() => onAction("secret")}>
                {t("secret")}
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={() => onAction("delete")}>
              {t("delete")}
            </Button>
          </div>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {tested !== null && <TestOutcome channel={channel} sending={tested} />}
      </div>
      <ActionFailure words="channels.problem" error={error} />
      <Folded later summary={t("sendings")} summaryClass="text-primary text-xs">
        <div className="pt-2">
          <Sendings channel={channel} />
        </div>
      </Folded>
      {pause.stepUp}
    </li>
  );
}

function State({ channel: { last, failed } }: { channel: Channel }) {
  const t = useTranslations("channels.entry");
  if (last === null) return <p className="text-muted-foreground text-xs">{t("nothingSent")}</p>;
  return (
    <Remark mark={last.state === "failed" ? "bad" : "good"} className="text-xs">
      <span key={last.state}>
        {t.rich(last.state === "failed" ? "lastFailed" : "lastSent", { at: () => <RelativeInstant at={last.at} /> })}
      </span>
      {failed > 0 && <span className="text-failed">{` ${t("failed", { count: failed })}`}</span>}
    </Remark>
  );
}
