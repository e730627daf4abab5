import { useTranslations } from "next-intl";
import { type ChannelEvent, EVENT_GROUPS, type EventGroup } from "#lib/outbound/contract/channels/channel-events.ts";
import { type ChannelKind, traitsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLegend, FieldSet } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import { useMessageName } from "./message-name.ts";

type Props = { kind: ChannelKind; picked: readonly ChannelEvent[]; onPicked: (events: ChannelEvent[]) => void };

export function EventChoices({ kind, picked, onPicked }: Props) {
  return traitsOf(kind).groups.map((group) => <Group key={group} group={group} picked={picked} onPicked={onPicked} />);
}

function Group({ group, picked, onPicked }: Omit<Props, "kind"> & { group: EventGroup }) {
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
