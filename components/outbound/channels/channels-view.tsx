"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Revealed } from "#components/core/secrets/reveal-dialog.tsx";
import { RevealHost, useRevealHost } from "#components/core/secrets/reveal-host.tsx";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { SettingsPage } from "#components/kit/settings-page.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { channelKeys, channelsOptions } from "#lib/outbound/browser/channels.ts";
import type { Channel, ChannelList, CreatedChannel, ReplacedSecret } from "#lib/outbound/contract/channels/channel.ts";
import { traitsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { ChannelDialog } from "./channel-dialog.tsx";
import { type ChannelAction, ChannelEntry } from "./channel-entry.tsx";

type OpenDialog = { what: "create" } | { what: ChannelAction; channel: Channel };

/** The channels, each with its test and its last messages; a new signing secret is revealed once. */
export const ChannelsView = () => (
  <RevealHost of="channels" kinds={["channel_secret"]} changes={[channelKeys.all]}>
    <Channels />
  </RevealHost>
);

function Channels() {
  const t = useTranslations("channels");
  const channels = useQuery(channelsOptions());
  const manages = useCurrentUser().may("channels.manage");
  const [open, setOpen] = useState<OpenDialog | null>(null);
  return (
    <SettingsPage
      width="table"
      title={t("title")}
      lede={t("lede")}
      actions={
        manages && (
          <Button onClick={() => setOpen({ what: "create" })}>
            <Plus aria-hidden />
            {t("create.open")}
          </Button>
        )
      }
    >
      <Section id="channels" title={t("list")} flush>
        <Loaded query={channels} label={t("list")} height="h-24" failed={useErrorWords("channels.problem")}>
          {(list) => <List list={list} onAction={(what, channel) => setOpen({ what, channel })} />}
        </Loaded>
      </Section>
      {open && <Opened open={open} mailReady={channels.data?.mail_ready ?? true} onClosed={() => setOpen(null)} />}
    </SettingsPage>
  );
}

type ListProps = { list: ChannelList; onAction: (what: ChannelAction, channel: Channel) => void };

function List({ list: { items, mail_ready }, onAction }: ListProps) {
  const t = useTranslations("channels");
  if (items.length === 0) {
    return <EmptySection flush>{t("empty")}</EmptySection>;
  }
  return (
    <>
      {!mail_ready && items.some(({ kind }) => traitsOf(kind).address === "recipients") && (
        <Remark mark="warning" className="border-border border-b px-4 py-2.5 text-sm">
          {t("noMail")}
        </Remark>
      )}
      <ul className="divide-y divide-border">
        {items.map((channel) => (
          <ChannelEntry key={channel.channel_id} channel={channel} onAction={(what) => onAction(what, channel)} />
        ))}
      </ul>
    </>
  );
}

type OpenedProps = { open: OpenDialog; mailReady: boolean; onClosed: () => void };

const withoutChannel = (list: ChannelList, id: string): ChannelList => ({
  ...list,
  items: list.items.filter(({ channel_id }) => channel_id !== id),
});

const revealedOf = (created: Omit<ReplacedSecret, "overlap_until">): Revealed => ({
  kind: "channel_secret",
  id: created.reveal_id,
  subject_id: created.channel_id,
  name: created.name,
  value: created.secret,
  fingerprint: created.fingerprint,
  expires_at: created.expires_at,
});

function Opened({ open, mailReady, onClosed }: OpenedProps) {
  const t = useTranslations("channels");
  const client = useQueryClient();
  const { reveal, say } = useRevealHost();
  const dialog = { onClosed, changes: [channelKeys.all], failure: { words: "channels.problem" as const } };
  const created = (channel: CreatedChannel) => {
    const { channel_id, name, secret, fingerprint, reveal_id = null, expires_at = null } = channel;
    if (secret === undefined || fingerprint === undefined) say(t("created", { name }));
    else reveal(revealedOf({ channel_id, name, secret, fingerprint, reveal_id, expires_at }));
  };
  if (open.what === "create") return <ChannelDialog mailReady={mailReady} onClosed={onClosed} onCreated={created} />;
  const { channel_id, name } = open.channel;
  if (open.what === "edit") return <ChannelDialog channel={open.channel} mailReady={mailReady} onClosed={onClosed} />;
  if (open.what === "secret") {
    return (
      <ChangeDialog
        {...dialog}
        of="channels.secret"
        values={{ name }}
        act={() => api("POST /api/channels/{channel_id}/secret", { params: { channel_id } })}
        onDone={(replaced) => reveal(revealedOf(replaced))}
      />
    );
  }
  return (
    <ChangeDialog
      {...dialog}
      of="channels.delete"
      values={{ name }}
      destructive
      // A refetch of all channel queries would request the messages of the deleted channel.
      changes={[channelKeys.list()]}
      act={() => api("DELETE /api/channels/{channel_id}", { params: { channel_id } })}
      onDone={() => {
        client.setQueryData<ChannelList>(channelKeys.list(), (list) => list && withoutChannel(list, channel_id));
        say(t("deleted", { name }));
      }}
    />
  );
}
