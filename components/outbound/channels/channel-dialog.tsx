import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog, NewNameField } from "#components/core/secrets/secret-change.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextareaField, TextField } from "#components/kit/text-field.tsx";
import { changeChannel, channelKeys } from "#lib/outbound/browser/channels.ts";
import {
  type Channel,
  type CreatedChannel,
  MAX_CHANNEL_NAME,
  MAX_CHANNEL_URL,
} from "#lib/outbound/contract/channels/channel.ts";
import {
  ALERT_EVENTS,
  type ChannelEvent,
  EVENT_GROUPS,
  type EventGroup,
} from "#lib/outbound/contract/channels/channel-events.ts";
import type { NewChannel } from "#lib/outbound/contract/channels/channel-input.ts";
import { CHANNEL_KINDS, type ChannelKind, eventsOf, traitsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { api } from "#lib/platform/browser/api.ts";
import { LOCALES, type Locale } from "#lib/platform/contract/preferences.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLegend, FieldSet } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import { useMessageName } from "./message-name.ts";

type Props = {
  /** The channel to change; undefined to create one. */
  channel?: Channel;
  mailReady: boolean;
  onClosed: () => void;
  onCreated?: (channel: CreatedChannel) => void;
};

const MAX_TYPED_RECIPIENTS = 6_000;

export function ChannelDialog({ channel, mailReady, onClosed, onCreated }: Props) {
  const t = useTranslations("channels.form");
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? "mail");
  const [locale, setLocale] = useState<Locale>(channel?.locale ?? "es-MX");
  const [picked, setPicked] = useState<ChannelEvent[]>(channel?.events ?? [...ALERT_EVENTS]);
  const { address, isSecret, signs } = traitsOf(kind);
  const byMail = address === "recipients";
  // A secret address is not shown: an empty field keeps it.
  const isKept = channel !== undefined && isSecret;
  const events = picked.filter((event) => eventsOf(kind).includes(event));
  const fieldsOf = (form: FormData): Omit<NewChannel, "kind"> => {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const to = text("to")
      .split(/[\s,;]+/)
      .filter((address) => address !== "");
    const url = text("url");
    return {
      name: text("name"),
      events,
      locale,
      ...(byMail ? { to } : url !== "" && { url }),
    };
  };
  const act = async (form: FormData): Promise<CreatedChannel> =>
    channel
      ? changeChannel({ id: channel.channel_id, change: fieldsOf(form) })
      : api("POST /api/channels", { body: { kind, ...fieldsOf(form) } });
  return (
    <ChangeDialog
      of={channel ? "channels.edit" : "channels.create"}
      values={{ name: channel?.name ?? "" }}
      act={act}
      onDone={(made) => onCreated?.(made)}
      changes={[channelKeys.all]}
      failure={{ words: "channels.problem" }}
      blocked={events.length === 0}
      onClosed={onClosed}
    >
      {!channel && (
        <SelectField
          label={t("kind")}
          hint={t(`about.${kind}`)}
          values={CHANNEL_KINDS}
          nameOf={(value) => t(`kinds.${value}`)}
          value={kind}
          onChange={setKind}
        />
      )}
      {byMail && !mailReady && <Remark mark="warning">{t("noMail")}</Remark>}
      <NewNameField label={t("name")} maxLength={MAX_CHANNEL_NAME} defaultValue={channel?.name} />
      {byMail ? (
        <TextareaField
          label={t("to")}
          hint={t("toHint")}
          name="to"
          required
          rows={3}
          maxLength={MAX_TYPED_RECIPIENTS}
          defaultValue={channel?.to.join("\n")}
        />
      ) : (
        <TextField
          key={kind}
          label={t("url")}
          hint={t(isKept ? "chatKept" : `urlHint.${kind as Exclude<ChannelKind, "mail">}`)}
          name="url"
          type="url"
          required={!isKept}
          maxLength={MAX_CHANNEL_URL}
          autoComplete="off"
          spellCheck={false}
          defaultValue={isKept ? undefined : (channel?.url ?? undefined)}
          className="font-mono"
        />
      )}
      {!signs && (
        <SelectField
          label={t("locale")}
          values={LOCALES}
          nameOf={(value) => t(`locales.${value}`)}
          value={locale}
          onChange={setLocale}
        />
      )}
      <EventChoices kind={kind} picked={picked} onPicked={setPicked} />
      {events.length === 0 && <p className="text-muted-foreground text-xs">{t("noEvents")}</p>}
    </ChangeDialog>
  );
}

type ChoiceProps = { kind: ChannelKind; picked: readonly ChannelEvent[]; onPicked: (events: ChannelEvent[]) => void };

function EventChoices({ kind, picked, onPicked }: ChoiceProps) {
  return traitsOf(kind).groups.map((group) => <Group key={group} group={group} picked={picked} onPicked={onPicked} />);
}

function Group({ group, picked, onPicked }: Omit<ChoiceProps, "kind"> & { group: EventGroup }) {
  const t = useTranslations("channels.group");
  const nameOf = useMessageName();
  const events: readonly ChannelEvent[] = EVENT_GROUPS[group];
  const rest = picked.filter((event) => !events.includes(event));
  const all = events.every((event) => picked.includes(event));
  const toggle = (event: ChannelEvent, on: boolean) =>
    onPicked(on ? [...picked, event] : picked.filter((other) => other !== event));
  return (
    <FieldSet className="gap-1.5">
      <FieldLegend className="mb-1">{t(group)}</FieldLegend>
      <Label className="gap-2 font-normal text-sm">
        <Checkbox checked={all} onCheckedChange={(on) => onPicked(on ? [...rest, ...events] : rest)} />
        {t("all")}
      </Label>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {events.map((event) => (
          <Label key={event} className="gap-2 font-normal text-sm">
            <Checkbox checked={picked.includes(event)} onCheckedChange={(on) => toggle(event, on)} />
            {nameOf(event)}
          </Label>
        ))}
      </div>
    </FieldSet>
  );
}
